// Keeps the number of games that wait for the visitor up to date, in the title of the tab and in
// the page.

import { hear } from "./live.js";
import { isOn, tell } from "./notify.js";

/** Time between two questions while there is no live connection, in milliseconds. */
const PAUSE = 60_000;

/** @type {number | null} */
let known = null;
let asked = 0;
let connected = false;

async function ask() {
  asked = Date.now();
  try {
    const response = await fetch("/api/v1/me", { headers: { accept: "application/json" } });
    if (response.ok) show((await response.json()).waiting);
  } catch {
    // The next attempt may succeed.
  }
}

/** @param {number} waiting */
function show(waiting) {
  document.title = (waiting ? `(${waiting}) ` : "") + document.title.replace(/^\(\d+\) /, "");
  for (const place of document.querySelectorAll("[data-waiting]")) place.textContent = sentence(waiting);
  if (known !== null && waiting > known) tell("Your turn", sentence(waiting), "/me");
  known = waiting;
}

/** @param {number} waiting */
function sentence(waiting) {
  if (waiting === 0) return "No games are waiting for you.";
  return waiting === 1 ? "One game is waiting for your move." : `${waiting} games are waiting for your move.`;
}

const count = /^\((\d+)\) /.exec(document.title);
known = count ? Number(count[1]) : 0;
hear("waiting", {
  onEvent: (_, { waiting }) => show(waiting),
  onConnection: (isConnected) => (connected = isConnected),
  // Visitors who want to be told of their turns are told while the page is hidden.
  wantsHidden: isOn,
});
setInterval(() => connected || document.hidden || ask(), PAUSE);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !connected && Date.now() - asked > PAUSE / 4) ask();
});
