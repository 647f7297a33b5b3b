// Lessons that the visitor has solved, which the browser remembers. The server does not learn them.

/** Progress of this page, if the browser remembers nothing. @type {Map<string, string>} */
const unsaved = new Map();

/** @param {string} game */
const key = (game) => `cairn.lessons.${game}`;

/**
 * Returns the names of the lessons of a game that have been solved.
 * @param {string} game
 * @returns {Set<string>}
 */
export function solvedLessons(game) {
  let text = unsaved.get(game) ?? "";
  try {
    text = localStorage.getItem(key(game)) ?? text;
  } catch {
    // Without storage, progress lasts as long as the page.
  }
  return new Set(text.split(" ").filter(Boolean));
}

/**
 * Remembers that a lesson has been solved.
 * @param {string} game
 * @param {string} lesson
 */
export function rememberSolved(game, lesson) {
  const text = [...solvedLessons(game).add(lesson)].join(" ");
  try {
    localStorage.setItem(key(game), text);
  } catch {
    unsaved.set(game, text);
  }
}
