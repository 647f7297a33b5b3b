// The engine's scores in words.

/** @import { AnalysisLine, EvaluationPoint, Outcome } from "../types/server.d.ts" */
/** @typedef {[string, string]} Sides Names of the sides. */
/** @typedef {{ first: number, words: [string, string] }} Balance Expected score of the first side, and what to write on each side of the bar. */

/**
 * Writes an expected score from 0 to 1.
 * @param {number} expectation
 */
export function chance(expectation) {
  const percent = Math.round(expectation * 100);
  // What is not proved is not certain.
  return `${Math.min(99, Math.max(1, percent))}\u00a0%`;
}

/**
 * Describes a line: expected score of the first side, a text and a longer title.
 * @param {Pick<AnalysisLine, "expectation" | "proven" | "distance">} line
 * @param {number} toMove Index of the side to move.
 * @param {Sides} sides
 */
export function describeLine(line, toMove, sides) {
  const first = toMove === 0 ? line.expectation : 1 - line.expectation;
  if (line.proven === "draw") {
    return { first: 0.5, text: "Draw", title: "Proved: neither side can do better" };
  }
  if (line.proven) {
    const winner = sides[line.proven === "win" ? toMove : 1 - toMove];
    const title = `Proved: ${winner} wins within ${line.distance} turns, counting both sides`;
    return { first, text: `${winner} wins in ${line.distance}`, title };
  }
  return { first, text: `${sides[0]} ${chance(first)}`, title: `${sides[1]} ${chance(1 - first)}` };
}

/**
 * Describes the end of a game.
 * @param {Outcome} outcome
 * @param {Sides} sides
 * @returns {Balance}
 */
export function balanceOfOutcome(outcome, sides) {
  if (outcome === "draw") return { first: 0.5, words: ["Draw", "Draw"] };
  if (outcome === "first") return { first: 1, words: [`${sides[0]} won`, sides[1]] };
  return { first: 0, words: [sides[0], `${sides[1]} won`] };
}

/**
 * Describes the engine's best line.
 * @param {Pick<AnalysisLine, "expectation" | "proven" | "distance">} line
 * @param {number} toMove
 * @param {Sides} sides
 * @returns {Balance}
 */
export function balanceOfLine(line, toMove, sides) {
  const { first, text } = describeLine(line, toMove, sides);
  if (!line.proven) return balanceOfExpectation(first, sides);
  return { first, words: first >= 0.5 ? [text, sides[1]] : [sides[0], text] };
}

/**
 * Describes the expected score of the first side.
 * @param {number} first
 * @param {Sides} sides
 * @returns {Balance}
 */
export function balanceOfExpectation(first, sides) {
  return { first, words: [`${sides[0]} ${chance(first)}`, `${sides[1]} ${chance(1 - first)}`] };
}

/** Names of the mistakes. */
const MISTAKES = { blunder: "Blunder", mistake: "Mistake", inaccuracy: "Inaccuracy" };

/**
 * Writes what a move cost: `Blunder: −60 % for White.`
 * @param {Pick<EvaluationPoint, "mistake" | "loss">} point
 * @param {string} side
 */
export function mistakeText({ mistake, loss }, side) {
  const kind = mistake ? `${MISTAKES[mistake]}: ` : "";
  return `${kind}−${Math.round(loss * 100)}\u00a0% for ${side}.`;
}
