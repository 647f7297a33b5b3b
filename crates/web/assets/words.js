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

/**
 * Writes what both sides have: `Rings in hand: White 5, Black 4.`
 * @param {{ hands: Counts | null, points: Counts | null, sides: [string, string] }} about
 */
export function suppliesText({ hands, points, sides }) {
  const both = (/** @type {string} */ name, /** @type {[number, number]} */ [first, second]) =>
    `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${sides[0]} ${first}, ${sides[1]} ${second}.`;
  return [hands && both(`${hands[0]} in hand`, hands[1]), points && both(points[0], points[1])]
    .filter(Boolean)
    .join(" ");
}
