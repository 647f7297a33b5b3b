// Shapes of the data that the server sends to the site's scripts. The OpenAPI description
// at `/api/v1/openapi.json` explains the fields of the API.

import type { GameRecord, Outcome, PickTree, Side } from "../../wasm/src/types.d.ts";

export type {
  Evaluation,
  EvaluationPoint,
  Exercise,
  GameRecord,
  Outcome,
  PickTree,
  RecordMove,
  Side,
  SideSummary,
} from "../../wasm/src/types.d.ts";

export type Status = "waiting" | "playing" | "finished" | "aborted";
export type OfferKind = "draw" | "take_back" | "rematch";

/** A name and the number that each side has. */
export type Counts = [name: string, counts: [number, number]];

/** The position that a board shows, from its `script.about`. */
export interface About {
  game: string;
  position: string;
  before: string | null;
  move: string | null;
  /** The last move in words. */
  words: string | null;
  /** Aim and progress, for the first player, the second one, and onlookers. */
  goals: [string, string, string];
  to_move: Side;
  sides: [string, string];
  paints: [string, string];
  pieces: [letter: string, name: string, paint: string][];
  hands: Counts | null;
  points: Counts | null;
  outcome: Outcome | null;
  reason: string | null;
  picks: string[];
  choices: PickTree | null;
}

export interface Seat {
  side: string;
  kind: "open" | "person" | "computer";
  level: string | null;
  name: string | null;
  /** Name under which the player is shown. */
  label: string;
}

/** Whether a player is at a game; null if nothing is known. */
export interface PlayerAttendance {
  here: boolean | null;
  gone_since: number | null;
}

/** Visitors at a game. */
export interface Attendance {
  /** Time of the server. */
  now: number;
  seats: { first: PlayerAttendance; second: PlayerAttendance; watchers: number };
}

/** A phrase of a player. */
export interface Said {
  side: Side;
  text: string;
}

export interface ClockTimes {
  first: number;
  second: number;
  running: Side | null;
}

export interface MoveMade {
  ply: number;
  move: string;
  position: string;
}

/** The state of a game with its moves from number `from` on. */
export interface GameUpdate {
  id: string;
  revision: number;
  game: string;
  start: string;
  time: { kind: "none" | "live" | "days"; text: string; absence_limit?: number | null };
  /** Times of the last change and of the server, in milliseconds since 1970. */
  updated?: number;
  now?: number;
  status: Status;
  /** Status in a sentence, for spectators and for the players. */
  status_text: string;
  status_texts: Record<Side, string>;
  /** Actions that make sense for the players, by the names of their buttons. */
  actions: Record<Side, string[]>;
  outcome: Outcome | null;
  reason: string | null;
  ply: number;
  position: string;
  to_move: Side | null;
  first: Seat;
  second: Seat;
  clocks: ClockTimes | null;
  offers: Record<OfferKind, Side | null>;
  next: string | null;
  from: number;
  moves: MoveMade[];
}

/** A game as the visitor sees it. */
export interface GameState extends GameUpdate {
  /** The sides that the visitor plays. */
  you: Side[];
}

/** The data in the page of a game. */
export interface GameData {
  game: GameState;
  sides: [string, string];
  /** Names of the computer players. */
  computers: [string | null, string | null];
  /** Index of the side that makes the first move. */
  begins: number;
  /** Whether two people play, each with a seat. */
  people: boolean;
}

/** The data in the page of an analysis board. */
export interface StudyData {
  game: string;
  /** Start position of the moves. */
  start: string;
  /** Usual start position of the rule set. */
  standard: string;
  moves: [move: string, position: string][];
  /** Number of moves that have led to the position on the board. */
  shown: number;
  sides: [string, string];
  begins: number;
  /** The game that is analysed, if it was played here. */
  id: string | null;
  /** Whether that game is over. */
  over: boolean;
  /** The sides that the visitor plays in it. */
  you?: Side[];
  /** The saved study that the page shows, if it shows one, and its record. */
  study?: SavedStudyData | null;
  record?: GameRecord | null;
  tags: [string, string][];
  outcome: Outcome | null;
}

/** A study that is saved on the server. */
export interface SavedStudyData {
  id: string;
  revision: number;
  title: string;
  /** Whether the visitor is its author. */
  yours: boolean;
}

/** A line that the engine found. */
export interface AnalysisLine {
  moves: string[];
  proven: "win" | "draw" | "loss" | null;
  distance: number | null;
  /** Expected score of the side to move, from 0 to 1. */
  expectation: number;
  text: string;
  /** Arrows of the first move, from cell to cell. */
  arrows: [string, string][];
  targets: string[];
}

export interface Analysis {
  bestmove: string;
  depth: number;
  lines: AnalysisLine[];
}

/** Where moves lead. */
export interface Applied {
  moves: string[];
  positions: string[];
  outcome: Outcome | null;
  reason: string | null;
}

/** Verdict on the last move in a lesson or a puzzle. */
export interface ExerciseVerdict {
  verdict: "solved" | "continue" | "wrong";
  text: string;
  /** The opponent's answer. */
  reply: string | null;
  /** In puzzles: the moves that refute a wrong one. */
  line?: string[];
  moves: string[];
  positions: string[];
}

/** A move that leads to the goal of a lesson. */
export interface LessonHint {
  move: string;
  words: string;
}

/** A puzzle without its solution. */
export interface PuzzleView {
  id: string;
  game: string;
  position: string;
  to_move: Side;
  task: string;
  rating: number;
  difficulty: string;
  level: number | null;
  themes: string[];
}

/** The main line of a puzzle. */
export interface PuzzleSolution {
  moves: string[];
  positions: string[];
}

/** The body of an error. */
export interface ProblemBody {
  code?: string;
  message?: string;
  hint?: string;
  /** Bytes of a text that are wrong. */
  place?: [number, number];
}
