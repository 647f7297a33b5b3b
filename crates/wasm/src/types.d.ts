/** The player who moves first in a game is `first`. */
export type Side = "first" | "second";
export type Outcome = Side | "draw";

/** A rule set. */
export interface RuleSet {
  /** Name in addresses and records. */
  game: string;
  title: string;
  summary: string;
  designer: string;
  /** Names of the sides. */
  first: string;
  second: string;
  /** Sizes of the boards, the standard one first. */
  sizes: string[];
  /** Whether there are numbered, shuffled set-ups. */
  shuffles: boolean;
  start: string;
}

/** Number of a prompt, and names that are picked in any order, joined by `+`. */
export type PickStep = [prompt: number, picks: string];

/** Legal moves that differ only in their last step. */
export interface PickGroup {
  steps: PickStep[];
  prompt: number;
  /** Options of the last step, separated by spaces. */
  options: string;
  /** Text before and after the option in each move. */
  around?: [string, string];
  /** Texts of the moves, if they do not follow from `around`. */
  moves?: string[];
  /** Numbers of picks after which the board looks different. */
  shows?: number[];
}

/** The legal moves of a position. */
export interface PickTree {
  prompts: string[];
  groups: PickGroup[];
  /** Number of pieces that land on a cell, by prompt, first pick of the move and cell. */
  heights?: Record<string, Record<string, Record<string, number>>>;
}

/** A cell of a board. */
export interface Cell {
  cell: string;
  /** Letters of its pieces, from bottom to top. */
  pieces: string;
  owner: Side | null;
}

/** A number for each side. */
export interface SideCounts {
  name: string;
  first: number;
  second: number;
}

/** Positions that moves lead to. The other fields describe the last one. */
export interface Applied {
  game: string;
  size: string;
  position: string;
  to_move: Side;
  outcome: Outcome | null;
  reason: string | null;
  cells: Cell[];
  hands: SideCounts | null;
  points: SideCounts | null;
  moves: string[];
  positions: string[];
}

/** Look of a board. */
export interface BoardLook {
  /** A move that is made from the position and marked. */
  move?: string | null;
  /** Picks of the next move. */
  picks?: string[];
  /** Moves that arrows point out. */
  hints?: string[];
  /** Whether the second player's side is at the bottom. */
  flipped?: boolean;
  /** Whether rows and columns have names; so without this field. */
  coordinates?: boolean;
  /** Whether pieces are flat discs rather than solid ones. */
  flat?: boolean;
  /** Whether the legal moves are included. */
  choices?: boolean;
}

/** Options of a picture. */
export interface PictureOptions {
  /** A move that is made from the position and marked. */
  move?: string | null;
  /** Width in pixels. */
  width?: number;
  dark?: boolean;
  flipped?: boolean;
  /** Whether rows and columns have names; so without this field. */
  coordinates?: boolean;
  /** Whether a caption shows the side to move; so without this field. */
  caption?: boolean;
}

/** Limits of a search; the first one reached ends it. */
export interface SearchLimits {
  nodes?: number;
  milliseconds?: number;
  depth?: number;
  /** The only moves to consider in the position; all if there are none. */
  moves?: string[];
}

/** The part of a worker in a search that several make together. */
export interface JointSearch {
  /** Number of this helper, from 0; null for the worker that leads the search. */
  helper: number | null;
  /** Number of searches with the shared memory before this one. */
  searches_before: number;
  /** Number of searches before the first one of the same game with the same net. */
  searches_forgotten: number;
}

/** A line that the engine found. */
export interface AnalysisLine {
  moves: string[];
  /** Estimate: 0 is even; null for a proof. */
  score: number | null;
  proven: "win" | "draw" | "loss" | null;
  /** Plies to the end, if a win or a loss is proven. */
  distance: number | null;
  /** Expected score of the side to move, from 0 to 1. */
  expectation: number;
  text: string;
  /** Arrows of the first move, from cell to cell. */
  arrows: [string, string][];
  /** Cells on which the first move places a piece from beside the board. */
  targets: string[];
}

/** Result of a search so far. */
export interface Analysis {
  game: string;
  position: string;
  to_move: Side;
  bestmove: string;
  depth: number;
  nodes: number;
  seconds: number;
  lines: AnalysisLine[];
}

/** The engine's score for the side to move. */
export type Score = Pick<AnalysisLine, "score" | "proven" | "distance" | "expectation" | "text">;

/** A move that was played, with the results of the player who made it. */
export interface ExploredMove {
  move: string;
  /** Symmetric moves that are counted with it. */
  also: string[];
  games: number;
  wins: number;
  draws: number;
  losses: number;
  score: Score | null;
  arrows: [string, string][];
  targets: string[];
}

/** What was played in a position, with the results of the side to move. */
export interface Exploration {
  games: number;
  wins: number;
  draws: number;
  losses: number;
  score: Score | null;
  /** The engine's choice. */
  best: string | null;
  moves: ExploredMove[];
}

/** What was played in a position; null if a source does not have the position. */
export interface Explorer {
  game: string;
  position: string;
  to_move: Side;
  /** Games between levels of the engine. */
  engine: Exploration | null;
  /** Games of a site, which only its server has. */
  site: Exploration | null;
}

/** Result of the solver. */
export interface Solution {
  game: string;
  position: string;
  /** Value for the side to move; null if nothing was proved. */
  value: "win" | "draw" | "loss" | null;
  distance: number | null;
  shortest: boolean;
  line: string[];
  nodes: number;
  seconds: number;
}

/** A level of the computer, with a word and a sentence about it. */
export interface Level {
  level: string;
  word: string;
  sentence: string;
}

/** Advice after a game against a level. */
export interface NextLevels {
  /** Level that is advised. */
  level: string;
  sentence: string;
  easier: Level | null;
  harder: Level | null;
}

/** A move of a record, with its annotations. */
export interface RecordMove {
  move: string;
  /** Position after the move; ignored when a record is written. */
  position?: string;
  /** Numbers of signs as in PGN: 1 is `!`, 2 is `?`. */
  glyphs?: number[];
  comments?: string[];
  /** Alternatives to the move. */
  variations?: RecordLine[];
}

export interface RecordLine {
  comments?: string[];
  moves: RecordMove[];
}

/** A game record with variations and comments. */
export interface GameRecord {
  game: string;
  start: string;
  tags?: [string, string][];
  outcome?: Outcome | null;
  comments?: string[];
  moves?: RecordMove[];
}

/** A record to be written. */
export interface RecordInput extends GameRecord {
  /** Number of a shuffled set-up. */
  seed?: number | null;
}

/** The evaluation of a position of a game. */
export interface EvaluationPoint {
  ply: number;
  /** Expected score of the player who moves first, from 0 to 1. */
  expectation: number;
  text: string;
  best: string[];
  mistake: "blunder" | "mistake" | "inaccuracy" | null;
  /** Expected score that the move cost. */
  loss: number;
  /** The mistake in words: the move, the best answer to it, and a better move. */
  explanation: string | null;
}

/** Moves of one side of a game, judged together. */
export interface SideSummary {
  /** From 0 to 1; null if the side had no choice in any move. */
  accuracy: number | null;
  /** Number of moves in which the side had a choice. */
  moves: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

/** A bad move in a game, as an exercise. */
export interface Exercise {
  /** Number of moves made before the position of the exercise. */
  ply: number;
  side: Side;
  played: string;
  mistake: "blunder" | "mistake" | "inaccuracy";
  best: string[];
  /** Expected score, from 0 to 1, that another move must keep for its side to be good enough. */
  least_expectation: number;
  /** The task in sentences: names the bad move and asks for a better one. */
  task: string;
  /** The bad move, what it cost and why, in sentences. */
  reason: string;
}

/** The evaluation of a game, as far as it has come. */
export interface Evaluation {
  points: EvaluationPoint[];
  /** Numbers of the moves that lost most. */
  turning_points: number[];
  /** Both sides, when every position is evaluated. */
  summary?: Record<Side, SideSummary> | null;
  exercises?: Exercise[];
}
