// Puzzles: solving one, the visitor's rating and streak, and the way to the next one.

import { hasServer } from "./base.js";
import { find, findAll, targetOf } from "./dom.js";
import { Exercise } from "./exercise.js";
import * as exercises from "./exercises.js";
import { choosePuzzle, fillPage, goToDaily, puzzleAddress, today } from "./puzzle-page.js";
import { counts, loadRecord, saveRecord, streakOn, withDaily, withTry } from "./puzzle-record.js";
import { problemText } from "./server.js";

/** @import { ExerciseVerdict, PuzzleSolution } from "../types/server.d.ts" */
/** @import { ExerciseState } from "./exercise.js" */

class PuzzleBoard extends Exercise {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    exercises.prepare();
  }

  /** @param {string} question */
  #path(question) {
    return `puzzles/${this.root.dataset.puzzle}/${question}`;
  }

  /** @override @param {string[]} moves */
  judge(moves) {
    return exercises.ask(this.#path("try"), { moves }, this.game);
  }

  /** @override @param {string[]} moves */
  async findHint(moves) {
    const hint = await exercises.ask(this.#path("hint"), { moves }, this.game);
    this.#count(false);
    return hint;
  }

  /** @override @param {ExerciseVerdict} verdict */
  judged({ verdict, text, line }) {
    if (line?.length) this.say(`${text} Refutation: ${line.join(", ")}.`);
    if (verdict !== "continue") this.#count(verdict === "solved");
  }

  /** @override @param {string} action */
  press(action) {
    super.press(action);
    if (action === "show") this.#show();
  }

  /** @override @param {ExerciseState} state */
  setState(state) {
    super.setState(state);
    find("[data-puzzle-facts]", this.root).hidden = state !== "solved" && state !== "shown";
  }

  async #show() {
    try {
      /** @type {PuzzleSolution} */
      const { moves, positions } = await exercises.look(this.#path("solution"), {}, this.game);
      this.root.dataset.seen = "";
      this.#count(false);
      this.say(`Solution: ${moves.join(", ")}.`);
      await this.showSolution(moves.map((move, index) => ({ move, position: positions[index] })));
    } catch (error) {
      this.say(problemText(error));
    }
  }

  /**
   * Counts a try. A hint counts as a wrong one.
   * @param {boolean} isSolved
   */
  #count(isSolved) {
    const { puzzle = "", rating, daily, day = today(), seen } = this.root.dataset;
    const before = loadRecord();
    let after = withTry(before, { game: this.game, id: puzzle, rating: Number(rating) }, isSolved);
    if (isSolved && daily !== undefined && seen === undefined) after = withDaily(after, day);
    saveRecord(after);
    showStanding(Math.round(after.rated.rating) - Math.round(before.rated.rating));
  }
}

/**
 * Shows rating, number of solved puzzles and streak.
 * @param {number} change Change of the rating by the last try.
 */
function showStanding(change = 0) {
  const record = loadRecord();
  const { tried, solved } = counts(record);
  for (const place of findAll("[data-puzzle-standing]")) {
    const rating = Math.round(record.rated.rating);
    const step = change ? ` (${change > 0 ? "+" : "−"}${Math.abs(change)})` : "";
    const around = place.closest("[data-day]");
    const days = streakOn(record, around instanceof HTMLElement ? (around.dataset.day ?? "") : today());
    place.textContent = [
      `Your rating: ${rating}${step}`,
      tried ? `${solved} of ${tried} solved on the first try` : "Only the first try at a puzzle counts",
      ...(days ? [`Streak: ${days} ${days === 1 ? "day" : "days"}`] : []),
    ].join(" · ");
  }
  for (const card of findAll("[data-puzzle-game]")) {
    const { tried } = counts(record, card.dataset.puzzleGame);
    if (tried)
      find("[data-puzzle-progress]", card).textContent = `${tried} of ${card.dataset.count} puzzles tried`;
  }
}

/**
 * Leads to a puzzle of the kind that a link names.
 * @param {HTMLAnchorElement} link
 */
async function goToPuzzle(link) {
  const { href, pathname, search } = link;
  const game = decodeURIComponent(pathname.split("/").at(-1) ?? "");
  try {
    const { id } = await choosePuzzle(game, search);
    location.assign(puzzleAddress(game, id, search));
  } catch {
    location.assign(href);
  }
}

document.addEventListener("click", (event) => {
  const link = targetOf(event, "[data-puzzle-kind]");
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  // In a site of files, the page of a game chooses by itself.
  if (!hasServer || !isPlain || !(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  goToPuzzle(link);
});

showStanding();
const [daily] = findAll("[data-puzzle-daily]");
if (daily) goToDaily(daily);
const [puzzle] = findAll("[data-puzzle]");
if (puzzle && (puzzle.dataset.puzzle || (await fillPage(puzzle)))) new PuzzleBoard(puzzle);
