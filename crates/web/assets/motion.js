// Pieces that slide from where they were to where they are, unless less motion is wanted.

const LENGTH = 190;
/** When more than this changes, it is another position, not a move. */
const MOST = 12;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Where everything stands in a view. */
export function remember(view) {
  const places = new Map();
  for (const cell of view.querySelectorAll("[data-cell]")) {
    places.set(cell.dataset.cell, { pieces: cell.dataset.pieces, at: centre(cell) });
  }
  return places;
}

/** Lets what has changed since then arrive. */
export function arrive(view, before) {
  const picture = view.querySelector("svg.picture");
  if (calm.matches || !picture?.animate) return;
  const lost = [];
  const gained = [];
  for (const cell of view.querySelectorAll("[data-cell]")) {
    const { cell: name, pieces } = cell.dataset;
    const old = before.get(name);
    if (!old) return;
    if (old.pieces === pieces) continue;
    if (pieces.length > old.pieces.length || (pieces && pieces.length === old.pieces.length)) gained.push(cell);
    if (pieces.length < old.pieces.length) lost.push({ name, ...old });
  }
  if (!gained.length || gained.length + lost.length > MOST) return;
  const scale = picture.viewBox.baseVal.width / picture.getBoundingClientRect().width;
  for (const cell of gained) {
    const stack = picture.querySelector(`[data-stack="${CSS.escape(cell.dataset.cell)}"]`);
    if (stack) slide(stack, cell, origin(cell, lost), before, scale);
  }
}

/** The nearest cell that has lost a piece of the kind that is now on top. */
function origin(cell, lost) {
  const top = cell.dataset.pieces.at(-1);
  const fitting = lost.filter(({ pieces }) => pieces.at(-1) === top);
  const here = centre(cell);
  const far = ({ at }) => Math.hypot(at.x - here.x, at.y - here.y);
  return fitting.sort((a, b) => far(a) - far(b))[0];
}

function slide(stack, cell, from, before, scale) {
  const timing = { duration: LENGTH, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" };
  if (!from) {
    if (!before.get(cell.dataset.cell).pieces) stack.animate({ opacity: [0, 1] }, timing);
    return;
  }
  const here = centre(cell);
  const dx = (from.at.x - here.x) * scale;
  const dy = (from.at.y - here.y) * scale;
  // What moves is in front of what stands.
  stack.parentNode.append(stack);
  stack.animate({ transform: [`translate(${dx}px, ${dy}px)`, "translate(0, 0)"] }, timing);
}

function centre(cell) {
  const { left, top, width, height } = cell.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
