// Narrows the legal moves by what has been picked. The rules stay on the server, which sends
// all legal moves of a position as a tree.

/** @import { PickTree } from "../types/server.d.ts" */
/** @typedef {{ prompt: number, picks: string[] }} Step One choice; its picks are made in any order. */
/** @typedef {{ text: string, steps: Step[], shows: number[] }} Move */

/** The legal moves that begin with what has been picked so far. */
export class MoveSelection {
  /** @type {Move[]} */
  #moves;
  #prompts;
  #heights;
  /** Names of cells, `hand` and `pass`. @type {string[]} */
  picks = [];
  /** Picks of the visitor, without those that were forced. @type {string[]} */
  chosen = [];
  /** Whether the last pick was forced. */
  endsForced = false;

  /** @param {PickTree} tree */
  constructor(tree) {
    this.#prompts = tree.prompts;
    this.#heights = tree.heights ?? {};
    this.#moves = tree.groups.flatMap((group) => {
      const shared = group.steps.map(([prompt, picks]) => ({ prompt, picks: picks.split("+") }));
      return group.options.split(" ").map((option, index) => ({
        text: group.around ? group.around.join(option) : (group.moves?.[index] ?? ""),
        steps: [...shared, { prompt: group.prompt, picks: option.split("+") }],
        shows: group.shows ?? [],
      }));
    });
  }

  /** Names that can be picked next. */
  get options() {
    return new Set(this.#following(this.picks).flatMap(({ left }) => left));
  }

  /** The next question; `null` if there is none. */
  get prompt() {
    const next = this.#following(this.picks).find(({ left }) => left.length > 0);
    return next ? this.#prompts[next.prompt] : null;
  }

  /** Number of pieces that would land on each name that can be picked next, where that is told. */
  get heights() {
    const next = this.#following(this.picks).find(({ left }) => left.length > 0);
    const heights = next && this.#heights[next.prompt]?.[this.picks[0]];
    return new Map(Object.entries(heights ?? {}));
  }

  /** The next pick, if there is only one possibility. */
  get forced() {
    const [only, ...others] = this.options;
    return only !== undefined && !others.length && !this.move ? only : null;
  }

  /** Whether there is only one legal move. */
  get isForced() {
    return this.#moves.length === 1;
  }

  /** Whether some move takes a piece from hand. */
  get usesHand() {
    return this.#moves.some(({ steps }) => steps.some(({ picks }) => picks.includes("hand")));
  }

  /** The move, if the picks make a whole one. */
  get move() {
    return this.#following(this.picks).find(({ left }) => left.length === 0)?.move.text ?? null;
  }

  /** Number of picks that the board shows as done. */
  get shown() {
    const numbers = this.#following(this.picks).flatMap(({ move }) => move.shows);
    return Math.max(0, ...numbers.filter((number) => number <= this.picks.length));
  }

  /**
   * Returns whether a move begins with these picks.
   * @param {string[]} picks
   */
  allows(picks) {
    return this.#following(picks).length > 0;
  }

  /**
   * Picks a name, if that is possible; returns whether it was.
   * @param {string} name
   */
  pick(name) {
    const possible = this.options.has(name);
    if (possible) this.picks.push(name);
    return possible;
  }

  /**
   * Picks a whole move by its text; returns whether there is one.
   * @param {string} text
   */
  pickMove(text) {
    const move = this.#moves.find((candidate) => candidate.text === text);
    if (!move) return false;
    this.picks = move.steps.flatMap((step) => step.picks);
    this.chosen = [...this.picks];
    this.endsForced = false;
    return true;
  }

  /**
   * Sets the picks of the visitor.
   * @param {string[]} chosen
   * @param {boolean} makesForced Whether picks between and after them that are forced are made.
   */
  choose(chosen, makesForced) {
    this.chosen = chosen;
    this.picks = [];
    const pickForced = () => {
      this.endsForced = false;
      for (let name = this.forced; makesForced && name !== null; name = this.forced) {
        this.picks.push(name);
        this.endsForced = true;
      }
    };
    pickForced();
    for (const name of chosen) {
      if (this.pick(name)) pickForced();
    }
  }

  /** @param {string[]} picks */
  #following(picks) {
    return this.#moves.flatMap((move) => {
      const next = follow(move.steps, picks);
      return next ? [{ move, ...next }] : [];
    });
  }
}

/**
 * Returns the rest of the first step that the picks do not complete; `null` if the picks
 * lead elsewhere.
 * @param {Step[]} steps
 * @param {string[]} picks
 */
function follow(steps, picks) {
  let at = 0;
  for (const step of steps) {
    const now = picks.slice(at, at + step.picks.length);
    if (new Set(now).size !== now.length || !now.every((pick) => step.picks.includes(pick))) {
      return null;
    }
    if (now.length < step.picks.length) {
      return { prompt: step.prompt, left: step.picks.filter((pick) => !now.includes(pick)) };
    }
    at += now.length;
  }
  return at === picks.length ? { prompt: 0, left: [] } : null;
}
