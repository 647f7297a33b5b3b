// The open games and the featured game of the home page, which change by themselves.

import { positionPath } from "./addresses.js";
import { findAll, make } from "./dom.js";
import { followGame, hear } from "./live.js";

/** @import { GameUpdate } from "../types/server.d.ts" */

const MINUTE = 60_000;

/** The game to watch that the server would show now, as HTML. */
let offered = "";

/** The game to watch that is shown. */
const featured = () => /** @type {HTMLElement | null} */ (document.querySelector("#featured"));

/** @type {ReturnType<typeof hear> | undefined} */
let lobby;

const games = document.querySelector("#open-games");
if (games) {
  lobby = hear("lobby", {
    onEvent: (_, { html, featured }) => {
      offered = featured;
      showOffered();
      // Somebody may be about to press a button.
      if (games.contains(document.activeElement) && games.innerHTML === html) return;
      games.innerHTML = html;
      showAges();
    },
  });
  setInterval(showAges, MINUTE / 2);
}

function showAges() {
  for (const place of findAll("[data-created]")) {
    const minutes = Math.max(0, Math.floor((Date.now() - Number(place.dataset.created)) / MINUTE));
    place.textContent = ageText(minutes);
  }
}

/** @param {number} minutes */
function ageText(minutes) {
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 1440) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / 1440)} d ago`;
}

followFeatured();

/** Shows the game that the server offers, unless the one that is shown goes on. */
function showOffered() {
  const place = document.querySelector("#featured-place");
  const shown = featured();
  if (!place || shown?.dataset.live === "1") return;
  const template = make("template");
  template.innerHTML = offered;
  const next = /** @type {HTMLElement | null} */ (template.content.querySelector("#featured"));
  const isSame = next?.dataset.game === shown?.dataset.game;
  // The end of a game may be heard of before the server knows a better one.
  if (isSame && (next?.dataset.live === "1" || shown?.dataset.live === "0")) return;
  place.replaceChildren(template.content);
  followFeatured();
}

/** Shows the moves of the game to watch until it ends. */
function followFeatured() {
  const game = featured();
  if (game?.dataset.live !== "1" || !game.dataset.game) return;
  const { stop } = followGame(game.dataset.game, {
    onEvent: (event, data) => {
      if (event === "state" || event === "update") showFeatured(game, data);
      if (event !== "missing" && (data.status ?? "playing") === "playing") return;
      stop();
      game.dataset.live = "";
      // The server may have offered another game long ago, which may have ended meanwhile.
      lobby?.again();
    },
  });
}

/** @param {HTMLElement} featured @param {GameUpdate} update */
async function showFeatured(featured, { game, position, status_text: status }) {
  const place = featured.querySelector('[data-featured="status"]');
  if (place) place.textContent = status;
  const picture = featured.querySelector("img");
  if (!picture) return;
  const next = new Image();
  next.src = `/img/${game}/${positionPath(position)}.svg?caption=0&coordinates=0&theme=auto`;
  try {
    // The old picture stays until the new one can be shown.
    await next.decode();
    picture.src = next.src;
  } catch {
    // The next move brings another one.
  }
}
