// Narrowing the legal moves by what has been picked. The rules stay on the server: it
// sends all legal moves of a position as a tree, see `service/tree.rs`.

/** The legal moves that begin with what has been picked so far. */
export class Picker {
  #moves = [];
  #prompts;

  /** From the tree of a position. */
  constructor(tree) {
    this.#prompts = tree.prompts;
    this.picks = [];
    for (const group of tree.groups) {
      const shared = group.steps.map(([prompt, picks]) => ({ prompt, picks: picks.split("+") }));
      group.options.split(" ").forEach((option, index) => {
        const text = group.around
          ? group.around[0] + option + group.around[1]
          : group.moves[index];
        const steps = [...shared, { prompt: group.prompt, picks: option.split("+") }];
        this.#moves.push({ text, steps, shows: group.shows ?? [] });
      });
    }
  }

  /** What can be picked next. */
  get options() {
    return optionsOf(this.#following(this.picks));
  }

  /** What is asked next; `null` if nothing is. */
  get prompt() {
    const next = this.#following(this.picks).find(({ left }) => left.length > 0);
    return next ? this.#prompts[next.prompt] : null;
  }

  /** The move, if what has been picked is a whole one. */
  get move() {
    return this.#following(this.picks).find(({ left }) => left.length === 0)?.move.text ?? null;
  }

  /** Whether there is any move at all. */
  get any() {
    return this.#moves.length > 0;
  }

  /** How many of the picks the board has to show as done. */
  get shown() {
    const all = this.#following(this.picks).flatMap(({ move }) => move.shows);
    return Math.max(0, ...all.filter((number) => number <= this.picks.length));
  }

  /** Whether these picks begin a move. */
  allows(picks) {
    return this.#following(picks).length > 0;
  }

  /** Picks something, if it can be picked; says whether it could. */
  pick(name) {
    const possible = this.options.has(name);
    if (possible) this.picks.push(name);
    return possible;
  }

  /** Picks a move by its text, step by step; says whether there is one. */
  pickMove(text) {
    const move = this.#moves.find((move) => move.text === text);
    if (move) this.picks = move.steps.flatMap((step) => step.picks);
    return Boolean(move);
  }

  #following(picks) {
    const found = [];
    for (const move of this.#moves) {
      const next = follow(move.steps, picks);
      if (next) found.push({ move, ...next });
    }
    return found;
  }
}

function optionsOf(found) {
  return new Set(found.flatMap(({ left }) => left));
}

/** What is left of the first step that the picks do not complete; `null` if the picks
 * lead elsewhere. */
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
  return at === picks.length ? { prompt: null, left: [] } : null;
}
