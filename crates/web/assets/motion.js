// Pieces slide from where they were to where they are, unless reduced motion is preferred.

import { findAll } from "./dom.js";

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ pieces: string, at: Point }} Place Pieces on a cell, and its centre. */

/** Duration in milliseconds. */
const DURATION = 190;
/** If more cells change, it is another position, not a move. */
const MOST_CHANGES = 12;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Returns what stands where in a view.
 * @param {HTMLElement} view
 * @returns {Map<string, Place>}
 */
export function remember(view) {
  return new Map(
    [...findAll("[data-cell]", view)].map((cell) => [
      cell.dataset.cell ?? "",
      { pieces: cell.dataset.pieces ?? "", at: centre(cell) },
    ]),
  );
}

/**
 * Animates the differences from what stood there before.
 * @param {HTMLElement} view
 * @param {Map<string, Place>} before
 */
export function animate(view, before) {
  /** @type {SVGSVGElement | null} */
  const picture = view.querySelector("svg.picture");
  if (reducedMotion.matches || !picture) return;
  /** @type {Place[]} */
  const lost = [];
  /** @type {{ name: string, now: Place, old: Place }[]} */
  const gained = [];
  for (const [name, now] of remember(view)) {
    const old = before.get(name);
    if (!old) return;
    if (old.pieces === now.pieces) continue;
    if (now.pieces.length < old.pieces.length) lost.push(old);
    else gained.push({ name, now, old });
  }
  if (!gained.length || gained.length + lost.length > MOST_CHANGES) return;
  const scale = picture.viewBox.baseVal.width / picture.getBoundingClientRect().width;
  for (const { name, now, old } of gained) {
    const stack = picture.querySelector(`[data-stack="${CSS.escape(name)}"]`);
    const from = origin(now, lost);
    if (stack && from) slide(stack, now.at, from.at, scale);
    else if (stack && !old.pieces) stack.animate({ opacity: [0, 1] }, timing);
  }
}

const timing = { duration: DURATION, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" };

/**
 * Returns the nearest place that has lost a piece of the kind that is now on top of a cell.
 * @param {Place} now
 * @param {Place[]} lost
 */
function origin({ pieces, at }, lost) {
  const distance = (/** @type {Place} */ place) => Math.hypot(place.at.x - at.x, place.at.y - at.y);
  return lost
    .filter((place) => place.pieces.at(-1) === pieces.at(-1))
    .sort((a, b) => distance(a) - distance(b))[0];
}

/**
 * @param {Element} stack
 * @param {Point} to
 * @param {Point} from
 * @param {number} scale
 */
function slide(stack, to, from, scale) {
  const [dx, dy] = [(from.x - to.x) * scale, (from.y - to.y) * scale];
  // What moves is in front of what stands.
  stack.parentNode?.append(stack);
  stack.animate({ transform: [`translate(${dx}px, ${dy}px)`, "translate(0, 0)"] }, timing);
}

/**
 * @param {HTMLElement} cell
 * @returns {Point}
 */
function centre(cell) {
  const { left, top, width, height } = cell.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
