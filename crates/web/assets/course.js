// Courses: the progress in them, lessons whose moves are judged, and the first game.

import { hasServer, pageAddress } from "./base.js";
import * as device from "./device-engine.js";
import { find, findAll, findAs } from "./dom.js";
import * as exercises from "./exercises.js";
import { newGameAddress } from "./new-local-game.js";
import { rememberSolved, solvedLessons } from "./progress.js";
import { problemText } from "./server.js";
import * as settings from "./settings.js";
import { sound } from "./sounds.js";
import { TrialBoard } from "./trial-board.js";

/** @import { About, LessonHint, LessonVerdict } from "../types/server.d.ts" */
/** @import { Made } from "./trial-board.js" */

/** Time that a move is seen before the answer to it, in milliseconds. */
const SEEN = 900;

class CourseLesson extends TrialBoard {
  #name;
  /** Number of the attempt; an answer that is still to be shown belongs to one. */
  #attempt = 0;
  /** Resolves when the answer to the last move is shown. @type {Promise<void>} */
  #answered = Promise.resolve();

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, { makesForced: true });
    this.#name = root.dataset.courseLesson ?? "";
    this.#setState("open");
    exercises.prepare();
    // An address with moves is for those without scripts, or who were quicker than this one.
    this.say("");
    this.showAfter([]);
    if (new URLSearchParams(location.search).has("hint")) this.#hint();
    const typed = findAs("#typed", HTMLFormElement, root);
    typed.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#type(findAs("[name=move]", HTMLInputElement, typed));
    });
  }

  /** @param {HTMLInputElement} field */
  async #type(field) {
    const text = field.value.trim();
    if (!text || !this.board.interactive) return;
    if (this.board.pickMove(text) || (await this.tryMove(text))) field.value = "";
    field.focus();
  }

  /** @override @param {string} text */
  async tryMove(text) {
    this.#attempt += 1;
    const attempt = this.#attempt;
    try {
      /** @type {LessonVerdict} */
      const verdict = await exercises.ask("lessons/judge", this.#request([...this.moves, text]));
      if (attempt === this.#attempt) this.#answered = this.#take(verdict, attempt);
      return true;
    } catch (error) {
      this.say(problemText(error));
      this.board.clear();
      return false;
    }
  }

  /** @override @param {string} action */
  press(action) {
    if (action === "again") this.#again();
    if (action === "hint") this.#hint();
  }

  /** @override @param {About} about */
  shown(about) {
    const reader = about.to_move === "first" ? 0 : 1;
    const over = about.outcome !== null;
    this.board.say(over || !this.board.interactive ? "" : `You are ${about.sides[reader]}.`);
  }

  /** @param {string[]} moves */
  #request(moves) {
    return { game: this.game, lesson: this.#name, moves };
  }

  /** @param {"open" | LessonVerdict["verdict"]} state */
  #setState(state) {
    this.root.dataset.state = state;
    this.showButtons({ again: state !== "open", hint: state !== "solved" });
    const primary = (/** @type {string} */ selector, /** @type {boolean} */ is) =>
      find(selector, this.root).classList.toggle("primary", is);
    primary('[data-lesson-action="again"]', state === "wrong");
    primary("[data-lesson-next]", state === "solved");
  }

  /**
   * Shows the learner's move, what is said about it, and the answer to it.
   * @param {LessonVerdict} verdict
   * @param {number} attempt
   */
  async #take({ verdict, text, reply, moves, positions }, attempt) {
    const made = moves.map((move, index) => ({ move, position: positions[index] }));
    const own = reply ? made.slice(0, -1) : made;
    await this.showAfter(own, false);
    if (attempt !== this.#attempt) return;
    this.#setState(verdict);
    this.say(text);
    find(".lesson-answer", this.root).scrollIntoView({ block: "nearest" });
    sound(verdict === "solved" ? "end" : "move");
    if (verdict === "solved") {
      rememberSolved(this.game, this.#name);
      showProgress();
    }
    if (!reply) return;
    await new Promise((resolve) => setTimeout(resolve, document.hidden ? 0 : SEEN));
    if (attempt !== this.#attempt) return;
    await (verdict === "continue" ? this.goTo(made) : this.showAfter(made, false));
  }

  /** Takes a wrong move back; otherwise begins the lesson again. */
  #again() {
    this.#attempt += 1;
    const made = this.root.dataset.state === "wrong" ? this.made : [];
    this.#setState(made.length ? "continue" : "open");
    this.say("");
    return this.goTo(made);
  }

  async #hint() {
    // A hint is for the position after the opponent's answer.
    await (this.root.dataset.state === "wrong" ? this.#again() : this.#answered);
    const attempt = this.#attempt;
    try {
      /** @type {LessonHint} */
      const { move, words } = await exercises.ask("lessons/hint", this.#request(this.moves));
      if (attempt !== this.#attempt) return;
      this.board.hint(move);
      this.say(`Hint: ${words} (${move}).`);
    } catch (error) {
      this.say(problemText(error));
    }
  }
}

/** Shows which lessons have been solved. */
function showProgress() {
  for (const link of findAll("[data-lesson-link]")) {
    const game = link.closest("[data-course], [data-game]");
    if (!(game instanceof HTMLElement)) continue;
    const solved = solvedLessons(game.dataset.course ?? game.dataset.game ?? "");
    const isSolved = solved.has(link.dataset.lessonLink ?? "");
    link.classList.toggle("is-solved", isSolved);
    if (isSolved) link.setAttribute("aria-label", `${link.textContent}, solved`);
  }
  for (const course of findAll("[data-course]")) {
    const { course: game = "", lessons = "" } = course.dataset;
    const [names, solved] = [lessons.split(" "), solvedLessons(game)];
    const count = names.filter((name) => solved.has(name)).length;
    if (!count) continue;
    find("[data-course-progress]", course).textContent = `${count} of ${names.length} lessons solved`;
    showWayOn(
      game,
      course,
      names.findIndex((name) => !solved.has(name)),
      names,
    );
  }
}

/**
 * Leads on to the first lesson that is not solved, or to the first game.
 * @param {string} game
 * @param {HTMLElement} course
 * @param {number} next
 * @param {string[]} names
 */
function showWayOn(game, course, next, names) {
  const begin = course.querySelector("[data-course-begin]");
  if (!(begin instanceof HTMLAnchorElement)) return;
  begin.href = next < 0 ? "#first-game" : pageAddress(`learn/${game}/${names[next]}`);
  begin.textContent = next < 0 ? "Play your first game" : `Continue with lesson ${next + 1}`;
}

for (const form of findAll("[data-first-game]")) {
  if (!(form instanceof HTMLFormElement)) continue;
  const hints = findAs("[data-hints]", HTMLInputElement, form);
  form.addEventListener("submit", (event) => {
    settings.set("hints", hints.checked);
    if (!device.isPossible || (hasServer && navigator.onLine)) return;
    // Without the server the game is played on this device.
    event.preventDefault();
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    location.assign(newGameAddress(Object.fromEntries(fields)));
  });
}
const [lesson] = findAll("[data-course-lesson]");
if (lesson) new CourseLesson(lesson);
showProgress();
