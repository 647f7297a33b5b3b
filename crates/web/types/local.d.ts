// Games on this device.

import type { Attendance, GameState, GameUpdate, Outcome, Said, Side } from "./server.d.ts";

/** A game as it is kept in the browser. */
export interface LocalGameData {
  /** Version of this shape. */
  format: number;
  id: string;
  /** Rule set. */
  game: string;
  start: string;
  /** Size of the board, if one was chosen. */
  size?: string;
  /** Number of the shuffled set-up, if the start is one. */
  seed: number | null;
  /** Level or name of the computer of each side; null for a person. */
  players: [string | null, string | null];
  moves: string[];
  /** The end, if it does not follow from the moves. */
  ending: { outcome: Outcome | null; reason: string } | null;
  /** Result by the rules, so that lists need not know them. */
  outcome: Outcome | null;
  /** Milliseconds since 1970. */
  created: number;
  changed: number;
  /** The rematch. */
  next: string | null;
  /** Random number with which the computer chooses. */
  chance: number;
}

/** What to play, as forms and links say it. */
export interface NewLocalGame {
  game: string;
  /** `computer`, `same-screen` or `computers`. */
  opponent: string;
  level: string;
  /** Level of the second player, if computers play each other. */
  level2: string;
  /** `first`, `second` or `random`. */
  side: string;
  size: string;
  /** `standard`, `random`, `seed` or `position`. */
  setup: string;
  seed: string;
  position: string;
}

export interface Follower {
  begin(state?: GameState): void;
  again(): void;
}

/** The place where the game of a page is kept and played. */
export interface GameSource {
  /** Does something in the game, as the API of the server calls it. */
  act(path: string, body: object): Promise<GameUpdate>;
  /** Tells what happens in the game. */
  follow(on: {
    onState: (update: GameUpdate) => void;
    onConnection: (connected: boolean) => void;
    onAttendance?: (attendance: Attendance) => void;
    onPhrase?: (said: Said) => void;
    wantsHidden?: () => boolean;
    isPlayer?: boolean;
  }): Follower;
  /** Returns a good move. */
  hint(state: GameState): Promise<string>;
  /** Fills the panel at the end of a game. */
  showEnd(panel: HTMLElement, state: GameState): Promise<void>;
  /** Returns the address of a game. */
  address(id: string): string;
  /** Returns the address of the position after a number of moves. */
  addressAt(ply: number): string;
}

export type { GameState, GameUpdate, Outcome, Side };
