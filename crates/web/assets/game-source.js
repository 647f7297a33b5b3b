// The place where the game of a page is kept and played: the server, unless another one is chosen
// before the page begins.

import { Follower } from "./follow.js";
import { post } from "./server.js";

/** @import { GameSource } from "../types/local.d.ts" */
/** @import { GameState } from "../types/server.d.ts" */

/** Milliseconds in which the engine finds a hint. */
export const HINT_TIME = 800;

/** @type {GameSource | null} */
let chosen = null;

/** Lets the page show a game that is elsewhere than on the server. @param {GameSource} source */
export function chooseSource(source) {
  chosen = source;
}

/** @param {string} id @returns {GameSource} */
export function sourceOf(id) {
  return chosen ?? serverSource(id);
}

/** @param {string} id @returns {GameSource} */
function serverSource(id) {
  return {
    act: (path, body) => post(`/api/v1/games/${id}/${path}`, body),
    follow: (on) => new Follower(id, on),
    hint: async ({ game, start, moves }) => {
      const made = moves.map(({ move }) => move);
      return (await post("/api/v1/analyse", { game, position: start, moves: made, time: HINT_TIME }))
        .bestmove;
    },
    // The server writes the panel.
    showEnd: async (panel) => {
      const response = await fetch(`/g/${id}/end`, { headers: { accept: "text/html" } });
      if (response.ok) panel.innerHTML = await response.text();
    },
    address: (other) => `/g/${other}`,
    addressAt: (ply) => `/g/${id}?ply=${ply}`,
  };
}
