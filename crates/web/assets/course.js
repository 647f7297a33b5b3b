// Courses: the progress in them, lessons whose moves are judged, and the first game.

import { hasServer, pageAddress } from "./base.js";
import * as device from "./device-engine.js";
import { find, findAll, findAs } from "./dom.js";
import { Exercise } from "./exercise.js";
import * as exercises from "./exercises.js";
import { newGameAddress } from "./new-local-game.js";
import { rememberSolved, solvedLessons } from "./progress.js";
import * as settings from "./settings.js";

/** @import { ExerciseVerdict } from "../types/server.d.ts" */

class CourseLesson extends Exercise {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    exercises.prepare();
  }

  get #name() {
    return this.root.dataset.courseLesson ?? "";
  }

  /** @override @param {string[]} moves */
  judge(moves) {
    return exercises.ask("lessons/judge", { game: this.game, lesson: this.#name, moves });
  }

  /** @override @param {string[]} moves */
  findHint(moves) {
    return exercises.ask("lessons/hint", { game: this.game, lesson: this.#name, moves });
  }

  /** @override @param {ExerciseVerdict} verdict */
  judged({ verdict }) {
    if (verdict !== "solved") return;
    rememberSolved(this.game, this.#name);
    showProgress();
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
