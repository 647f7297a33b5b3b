// Arrows and marked cells of a position, as commands in comments: `[%cal Ga1a4]` and `[%csl Rd4]`, as
// PGN has them. Knows neither the rules nor the page.

/** @typedef {"G" | "R" | "Y" | "B"} MarkColour */
/** A mark: an arrow, or without `to` a cell. @typedef {{ colour: MarkColour, from: string, to: string | null }} Mark */

const COMMAND = /\s*\[%(cal|csl) ([^\]]*)\]\s*/g;
const MARK = /^([GRYB])([a-z]+\d+)([a-z]+\d+)?$/;

/** Most marks of a position. */
const MOST_MARKS = 64;

/**
 * Separates the marks in comments from their text. A command that is not understood stays in the text.
 * @param {string[]} comments
 * @returns {{ comments: string[], marks: Mark[] }}
 */
export function readMarks(comments) {
  /** @type {Mark[]} */
  const marks = [];
  const texts = comments.map((comment) =>
    comment
      .replace(COMMAND, (whole, kind, list) => {
        const found = list.split(",").map((/** @type {string} */ text) => readMark(kind, text.trim()));
        if (found.some((/** @type {Mark | null} */ mark) => !mark)) return whole;
        marks.push(...found);
        return " ";
      })
      .trim(),
  );
  return { comments: texts.filter(Boolean), marks };
}

/**
 * @param {string} kind
 * @param {string} text
 * @returns {Mark | null}
 */
function readMark(kind, text) {
  const [, colour, from, to = null] = MARK.exec(text) ?? [];
  if (!from || (kind === "cal") !== (to !== null)) return null;
  return { colour: /** @type {MarkColour} */ (colour), from, to };
}

/**
 * Writes comments with marks.
 * @param {string[]} comments
 * @param {Mark[]} marks
 */
export function writeMarks(comments, marks) {
  const arrows = marks.filter(({ to }) => to).map(({ colour, from, to }) => `${colour}${from}${to}`);
  const cells = marks.filter(({ to }) => !to).map(({ colour, from }) => `${colour}${from}`);
  const commands = [
    ...(arrows.length ? [`[%cal ${arrows.join(",")}]`] : []),
    ...(cells.length ? [`[%csl ${cells.join(",")}]`] : []),
  ];
  return commands.length ? [...comments, commands.join(" ")] : comments;
}

/**
 * Adds a mark; removes it if there is the same one, and changes its colour if there is another one in
 * the same place.
 * @param {Mark[]} marks
 * @param {Mark} mark
 */
export function toggleMark(marks, mark) {
  const others = marks.filter(({ from, to }) => from !== mark.from || to !== mark.to);
  const isThere = marks.some(
    ({ colour, from, to }) => colour === mark.colour && from === mark.from && to === mark.to,
  );
  return isThere ? others : [...others, mark].slice(-MOST_MARKS);
}

/**
 * Returns the colour of a mark by the keys that are held down.
 * @param {Pick<MouseEvent, "shiftKey" | "altKey" | "ctrlKey" | "metaKey">} event
 * @param {MarkColour} usual
 * @returns {MarkColour}
 */
export function colourOf(event, usual) {
  const other = event.altKey || event.ctrlKey || event.metaKey;
  if (event.shiftKey && other) return "Y";
  if (event.shiftKey) return "R";
  return other ? "B" : usual;
}
