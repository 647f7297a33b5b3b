// The open games and the featured game of the home page, which change by themselves.

import { positionPath } from "./addresses.js";
import { findAll } from "./dom.js";
import { followGame, hear } from "./live.js";

/** @import { GameUpdate } from "../types/server.d.ts" */

const MINUTE = 60_000;

const games = document.querySelector("#open-games");
if (games) {
  hear("lobby", {
    onEvent: (_, { html }) => {
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

/** @type {HTMLElement | null} */
const featured = document.querySelector("#featured");
if (featured?.dataset.live === "1" && featured.dataset.game) {
  const { stop } = followGame(featured.dataset.game, {
    onEvent: (event, data) => {
      if (event === "missing") stop();
      if (event === "state" || event === "update") showFeatured(data);
    },
  });
}

/** @param {GameUpdate} update */
async function showFeatured({ game, position, status_text: status }) {
  const place = featured?.querySelector('[data-featured="status"]');
  if (place) place.textContent = status;
  const picture = featured?.querySelector("img");
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
