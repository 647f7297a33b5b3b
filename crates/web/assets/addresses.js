// Addresses of positions and lines.

/** @import { Node, Tree } from "./tree.js" */

/**
 * Writes a position for an address.
 * @param {string} position
 */
export function positionPath(position) {
  return encodeURI(position.replaceAll(" ", "_")).replaceAll("?", "%3F").replaceAll("#", "%23");
}

/**
 * Returns the address of a line from its start.
 * @param {Tree} tree
 * @param {Node} node
 */
export function linePath(tree, node) {
  const moves = encodeURIComponent(node.moves.join("_"));
  return startPath(tree) + (moves ? `?moves=${moves}` : "");
}

/**
 * Returns the address of the position that a tree begins with.
 * @param {Tree} tree
 */
export function startPath({ game, start, standard }) {
  return start === standard ? `/a/${game}` : `/a/${game}/${positionPath(start)}`;
}
