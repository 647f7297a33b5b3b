// Puzzles: solving one, the visitor's rating and streak, and the way to the next one.

import { pageAddress } from "./base.js";
import { find, findAll } from "./dom.js";
import { Exercise } from "./exercise.js";
import { counts, loadRecord, saveRecord, streakOn, withDaily, withTry } from "./puzzle-record.js";
import { get, post, problemText } from "./server.js";

/** @import { ExerciseVerdict, PuzzleSolution } from "../types/server.d.ts" */
/** @import { ExerciseState } from "./exercise.js" */

class PuzzleBoard extends Exercise {
  /** @param {string} question */
  #path(question) {
    return `/api/v1/puzzles/${this.root.dataset.puzzle}/${question}`;
  }

  /** @override @param {string[]} moves */
  judge(moves) {
    return post(this.#path("try"), { moves });
  }

  /** @override @param {string[]} moves */
  async findHint(moves) {
    const hint = await post(this.#path("hint"), { moves });
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
      const { moves, positions } = await get(this.#path("solution"));
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
    const { puzzle = "", rating, day, seen } = this.root.dataset;
    const before = loadRecord();
    let after = withTry(before, { game: this.game, id: puzzle, rating: Number(rating) }, isSolved);
    if (isSolved && day && seen === undefined) after = withDaily(after, day);
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
    const days = streakOn(record, place.dataset.day ?? "");
    place.textContent = [
      `Your rating: ${rating}${step}`,
      tried ? `${solved} of ${tried} solved at the first try` : "Only the first try of a puzzle counts",
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
 * Leads to a puzzle that was not tried yet and suits the visitor's rating. If all were tried, the
 * server chooses one of them.
 * @param {HTMLAnchorElement} link
 */
async function goToPuzzle(link) {
  const address = new URL(link.href);
  const game = decodeURIComponent(address.pathname.split("/").at(-1) ?? "");
  const { rated, tried } = loadRecord();
  const wish = new URLSearchParams(address.search);
  wish.set("game", game);
  wish.set("near", String(Math.max(0, Math.round(rated.rating))));
  wish.set("not", Object.keys(tried[game] ?? {}).join(","));
  try {
    const { id } = await get(`/api/v1/puzzles/next?${wish}`);
    location.assign(pageAddress(`puzzles/${game}/${id}`) + address.search);
  } catch {
    location.assign(link.href);
  }
}

for (const link of findAll("[data-puzzle-kind]")) {
  link.addEventListener("click", (event) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!isPlain || !(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    goToPuzzle(link);
  });
}
const [puzzle] = findAll("[data-puzzle]");
showStanding();
if (puzzle) new PuzzleBoard(puzzle);
