// A board in a frame of another page: steps through the moves without leaving the page.

import { Board } from "./board.js";
import { find, findAll, findAs, targetOf } from "./dom.js";

/** @type {{ game: string, start: string, begins: number, moves: [string, string][], shown: number }} */
const data = JSON.parse(findAs("#study-data", HTMLScriptElement).text);
const board = new Board(find("[data-board]"));
const analyse = findAs("#analyse", HTMLAnchorElement);
let { shown } = data;

/** Positions from the start on. */
const positions = [data.start, ...data.moves.map(([, position]) => position)];

/** Names the move that is shown. */
function describe() {
  const at = data.begins + shown - 1;
  const number = `${Math.floor(at / 2) + 1}${at % 2 ? "…" : "."}`;
  board.say(shown === 0 ? "Start" : `${number} ${data.moves[shown - 1][0]}`);
}

/** @param {number} ply */
function show(ply) {
  shown = Math.min(Math.max(ply, 0), data.moves.length);
  const { game } = data;
  if (shown === 0) board.show({ game, position: data.start });
  else board.show({ game, before: positions[shown - 1], move: data.moves[shown - 1][0] });
  describe();
  const address = new URL(analyse.href);
  if (data.moves.length) address.searchParams.set("ply", String(shown));
  analyse.href = address.href;
}

/** @param {string | undefined} word */
function step(word) {
  if (word === "first") show(0);
  if (word === "previous") show(shown - 1);
  if (word === "next") show(shown + 1);
  if (word === "last") show(data.moves.length);
}

describe();
for (const link of findAll("[data-step]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    step(link.dataset.step);
  });
}
const flip = find('[data-action="flip"]');
flip.hidden = false;
flip.addEventListener("click", () => board.flip());

/** @type {Record<string, string>} */
const keys = { ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "first", ArrowDown: "last" };
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (targetOf(event, "[role=grid]") || !keys[event.key]) return;
  event.preventDefault();
  step(keys[event.key]);
});
