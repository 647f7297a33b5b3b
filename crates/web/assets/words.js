// Sides and numbers of things in words.

/** @import { Counts, Side } from "../types/server.d.ts" */

/** @param {Side} side */
export const sideIndex = (side) => (side === "first" ? 0 : 1);

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
