// The browser modules, see crates/wasm, and the messages of the worker that runs the engine.

import type {
  Analysis,
  Applied,
  BoardLook,
  Evaluation,
  Exploration,
  ExploredMove,
  Explorer,
  GameRecord,
  JointSearch,
  Level,
  NextLevels,
  Outcome,
  PickTree,
  PictureOptions,
  RecordInput,
  RuleSet,
  Score,
  SearchLimits,
  Side,
  Solution,
} from "../../wasm/src/types.d.ts";

export type {
  Analysis,
  Applied,
  Evaluation,
  Exploration,
  ExploredMove,
  Explorer,
  GameRecord,
  RecordInput,
  RuleSet,
  Score,
};

interface Loading {
  /** Loads the module from an address, or takes a compiled one. */
  default(options: { module_or_path: string | WebAssembly.Module }): Promise<unknown>;
}

/** `cairn_board.js` */
export interface BoardModule extends Loading {
  ruleSets(): RuleSet[];
  startPosition(game: string, size?: string | null, seed?: number | null): string;
  readPosition(game: string, text: string): string;
  legalMoves(game: string, text?: string | null): string[];
  pickTree(game: string, text?: string | null): PickTree;
  apply(game: string, start: string | null | undefined, moves: string[]): Applied;
  netName(game: string, start?: string | null): string | undefined;
  boardFragment(game: string, text?: string | null, look?: BoardLook): string;
  boardSheet(): string;
  boardHtml(game: string, text?: string | null, look?: BoardLook): string;
  boardSvg(game: string, text?: string | null, options?: PictureOptions): string;
  editorForm(game: string, edit: Record<string, string>, chance: number): string;
  whyNot(game: string, text: string | null | undefined, picks: string[], pick: string): string | undefined;
  levels(): Level[];
  nextLevels(
    game: string,
    last: string | null | undefined,
    level: string,
    side: Side,
    outcome: Outcome,
  ): NextLevels;
  endingText(game: string, outcome: Outcome, reason: string, side?: Side | null): string;
  winningCells(game: string, text?: string | null): string[];
  readRecord(text: string): GameRecord;
  recordText(record: RecordInput): string;
  prologTerm(game: string, text?: string | null): string | undefined;
}

/** `cairn_engine.js` */
export interface EngineModule extends Loading {
  Engine: new (
    game: string,
    start?: string | null,
    net?: Uint8Array | null,
    hashMb?: number | null,
  ) => Engine;
  explore(game: string, text: string | null | undefined, table: Uint8Array): Explorer;
  /** Answers a request about an exercise, as the server does at the same path of its API. */
  answerExercise(path: string, request: object): any;
  supplyPuzzles(game: string, text: string): void;
  dailyGame(): string | undefined;
  hiddenSums(net: Uint8Array, active: Uint16Array, lengths: Uint32Array): Int32Array;
}

/** `cairn_shared_memory.js` */
export interface SharedMemoryModule {
  /** Connects the engine of this worker to a memory; to be called before the engine is loaded. */
  connect(module: WebAssembly.Module, memory: WebAssembly.Memory): void;
}

interface Engine {
  free(): void;
  newGame(): void;
  /** Makes the analyses from now on a part of what several workers search together. */
  searchTogether(part: JointSearch | undefined): void;
  analyse(
    game: string,
    start: string | null | undefined,
    moves: string[],
    lines: number,
    limits: SearchLimits | undefined,
    onReport: ((report: Analysis) => void) | undefined,
  ): Analysis;
  choose(
    game: string,
    start: string | null | undefined,
    moves: string[],
    opponent: string,
    seed: number,
    limits: SearchLimits | undefined,
  ): string;
  evaluate(
    game: string,
    start: string | null | undefined,
    moves: string[],
    limits: SearchLimits | undefined,
    onProgress: ((soFar: Evaluation) => void) | undefined,
  ): Evaluation;
  solve(
    game: string,
    start: string | null | undefined,
    moves: string[],
    limits: SearchLimits | undefined,
  ): Solution;
}

/** A task of the worker: an analysis, a whole game, an opening, or the move of a computer opponent. */
export type EngineSearch =
  | { kind: "evaluate"; limits: SearchLimits }
  | { kind: "analyse"; lines: number; limits?: SearchLimits; threads?: number }
  | { kind: "explore"; table: Uint8Array }
  | { kind: "choose"; opponent: string; seed: number; limits?: SearchLimits };

export type WorkerRequest = SearchRequest | ExerciseRequest;

interface ExerciseRequest {
  compiled: WebAssembly.Module;
  /** Without a rule set, a request about puzzles is about the one of the day. */
  exercise: { path: string; request: object; game?: string };
}

export interface SearchRequest {
  compiled: WebAssembly.Module;
  net: { name: string; bytes: Uint8Array } | null;
  hashMb: number;
  game: string;
  start: string;
  moves: string[];
  search: EngineSearch;
  /** The shared memory and its module, and the part of the worker in a search of several. */
  joint?: { compiled: WebAssembly.Module; memory: WebAssembly.Memory; part: JointSearch };
}

export interface WorkerAnswer {
  report?: Analysis | Evaluation;
  answer?: Analysis | Evaluation | Explorer | string;
  error?: string;
  /** Reason why the worker cannot be used any more. */
  broken?: "not loaded" | "no puzzles" | "out of memory";
}
