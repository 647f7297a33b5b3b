// Rating, tried puzzles and streak of a visitor, which the browser remembers. The server does not
// learn them.

import { rate } from "./glicko2.js";

/**
 * @typedef {object} PuzzleRecord
 * @property {import("./glicko2.js").Rated} rated
 * @property {Record<string, Record<string, boolean>>} tried Whether the first try was right, by game and id.
 * @property {{ day: string, length: number }} streak The last day whose puzzle was solved, and the number of days in a row up to it.
 */

const KEY = "cairn.puzzles";
/** Deviation of the puzzles' ratings, which the levels of the computer were asked for. */
const PUZZLE_DEVIATION = 80;
/** Length of a day in milliseconds. */
const DAY = 86_400_000;

/**
 * Returns the record of somebody who has tried nothing. On the scale of the puzzles, easy ones end
 * at this rating.
 * @returns {PuzzleRecord}
 */
export const newRecord = () => ({
  rated: { rating: 1000, deviation: 350, volatility: 0.06 },
  tried: {},
  streak: { day: "", length: 0 },
});

/** Record of this page, if the browser remembers nothing. @type {string | null} */
let unsaved = null;

/** @returns {PuzzleRecord} */
export function loadRecord() {
  try {
    return readRecord(localStorage.getItem(KEY) ?? unsaved);
  } catch {
    return readRecord(unsaved);
  }
}

/** @param {PuzzleRecord} record */
export function saveRecord(record) {
  const text = JSON.stringify(record);
  try {
    localStorage.setItem(KEY, text);
  } catch {
    unsaved = text;
  }
}

/**
 * Reads a record; a new one if there is none or it is damaged.
 * @param {string | null} text
 * @returns {PuzzleRecord}
 */
export function readRecord(text) {
  try {
    const { rated, tried, streak } = JSON.parse(text ?? "");
    const numbers = [rated.rating, rated.deviation, rated.volatility, streak.length];
    if (numbers.every(Number.isFinite) && typeof tried === "object" && tried) return { rated, tried, streak };
  } catch {
    // There is none.
  }
  return newRecord();
}

/**
 * Returns the record after a try. Only the first try at a puzzle counts.
 * @param {PuzzleRecord} record
 * @param {{ game: string, id: string, rating: number }} puzzle
 * @param {boolean} isRight
 * @returns {PuzzleRecord}
 */
export function withTry(record, { game, id, rating }, isRight) {
  const tried = record.tried[game] ?? {};
  if (id in tried) return record;
  const result = { rating, deviation: PUZZLE_DEVIATION, score: isRight ? 1 : 0 };
  return {
    ...record,
    rated: rate(record.rated, [result]),
    tried: { ...record.tried, [game]: { ...tried, [id]: isRight } },
  };
}

/**
 * Returns the record after the puzzle of a day was solved.
 * @param {PuzzleRecord} record
 * @param {string} day
 * @returns {PuzzleRecord}
 */
export function withDaily(record, day) {
  if (record.streak.day === day) return record;
  return { ...record, streak: { day, length: streakOn(record, day) + 1 } };
}

/**
 * Returns the number of days in a row whose puzzles were solved. Today's may still be open.
 * @param {PuzzleRecord} record
 * @param {string} today
 */
export function streakOn({ streak }, today) {
  const since = (Date.parse(today) - Date.parse(streak.day)) / DAY;
  return since >= 0 && since <= 1 ? streak.length : 0;
}

/**
 * Returns the numbers of puzzles that were tried, and of those whose first try was right.
 * @param {PuzzleRecord} record
 * @param {string} [game]
 */
export function counts(record, game) {
  const games = game === undefined ? Object.values(record.tried) : [record.tried[game] ?? {}];
  const results = games.flatMap((tried) => Object.values(tried));
  return { tried: results.length, solved: results.filter(Boolean).length };
}
