// Addresses of the analysis board. The server knows `/a/GAME/POSITION?moves=...`; where there are
// only files, the position and the moves stand behind a `#`.

import { linePath, positionPath } from "./addresses.js";
import { hasServer, pageAddress } from "./base.js";

/** @import { Node, Tree } from "./tree.js" */

/**
 * Returns the address of a position, of the start of the game if none is given.
 * @param {string} game
 * @param {string} [position]
 */
export function positionAddress(game, position) {
  const page = pageAddress(`a/${game}`);
  if (!position) return page;
  return hasServer ? `${page}/${positionPath(position)}` : `${page}#${positionPath(position)}`;
}

/**
 * Returns the address of a line from its start.
 * @param {Tree} tree
 * @param {Node} node
 */
export function lineAddress(tree, node) {
  if (hasServer) return linePath(tree, node);
  const moves = encodeURIComponent(node.moves.join("_"));
  return `${pageAddress(`a/${tree.game}`)}#${positionPath(tree.start)}?moves=${moves}`;
}

/**
 * Reads the address of this page: the position, if there is one, the moves from it, and the number
 * of moves that are shown.
 */
export function readAddress() {
  const [, , ...rest] = hasServer ? location.pathname.slice(1).split("/") : [];
  const [place, query = ""] = hasServer
    ? [rest.join("/"), location.search]
    : location.hash.slice(1).split("?");
  const fields = new URLSearchParams(query);
  const ply = fields.get("ply");
  return {
    position: decodeURIComponent(place).replaceAll("_", " ") || null,
    moves: (fields.get("moves") ?? "").split("_").filter(Boolean),
    ply: ply === null ? null : Number(ply),
  };
}
