// Sentences about a game, as the server writes them in its pages.

/** @import { Counts, GameState, Side } from "../types/server.d.ts" */
/** @typedef {{ sides: [string, string] }} Sides Names of the sides. */

/** @param {Side} side */
export const sideIndex = (side) => (side === "first" ? 0 : 1);

/**
 * Writes who won and why, for a player.
 * @param {GameState} state
 * @param {Sides} names
 */
export function result(state, names) {
  const [you, other] = state.you;
  if (!you || other || !state.outcome || state.outcome === "draw") return `${statusText(state, names)}.`;
  if (you === state.outcome) return `You won: ${state.reason}.`;
  const resigned = state.reason === `${names.sides[sideIndex(you)]} resigned`;
  return resigned ? "You resigned." : `You lost: ${state.reason}.`;
}

/**
 * Writes the status of a game.
 * @param {GameState} state
 * @param {Sides} names
 */
export function statusText(state, { sides }) {
  if (state.status === "waiting") return "Waiting for an opponent";
  if (state.status === "aborted") return "The game was aborted";
  if (state.outcome) {
    const won = state.outcome === "draw" ? "A draw" : `${sides[sideIndex(state.outcome)]} won`;
    return `${won}: ${state.reason}`;
  }
  return `${sides[sideIndex(state.to_move ?? "first")]} to move`;
}

/**
 * Writes a number of things: `2 rings`, `1 ring`.
 * @param {Counts} counts
 * @param {number} side
 */
export function countText([name, counts], side) {
  return `${counts[side]} ${thingName(name, counts[side])}`;
}

/**
 * Returns the name of things in the singular for one of them.
 * @param {string} name
 * @param {number} count
 */
export function thingName(name, count) {
  return count === 1 ? name.replace(/s$/, "") : name;
}
