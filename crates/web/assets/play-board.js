// The page of a game on this device: opens the game that the address names, or starts the one that
// it describes, and lets `game.js` show it.

import { pageAddress } from "./base.js";
import { find, findAll, findAs, make, makeButton, saveFile } from "./dom.js";
import { chooseSource } from "./game-source.js";
import { LocalGame } from "./local-game.js";
import { localAddress, makeGame } from "./new-local-game.js";
import * as store from "./local-store.js";
import { boardModule } from "./modules.js";
import { note } from "./say.js";
import * as settings from "./settings.js";

/** @import { LocalGameData } from "../types/local.d.ts" */
/** @import { BoardModule } from "../types/modules.d.ts" */

/**
 * Says what went wrong, and offers what can be done.
 * @param {string} why
 * @param {[label: string, press: () => void][]} ways
 */
function showTrouble(why, ways = []) {
  const place = find("#trouble");
  place.hidden = false;
  find("p", place).textContent = why;
  const buttons = ways.map(([label, press]) => {
    const button = makeButton("button", label);
    button.addEventListener("click", () => {
      place.hidden = true;
      press();
    });
    return button;
  });
  const link = make("a", "button", "Games on this device");
  link.href = pageAddress("play");
  find(".buttons", place).replaceChildren(...buttons, link);
}

/** Something that nothing can be done about but to say it. */
class Hopeless extends Error {}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Returns the game that the address names or describes.
 * @param {BoardModule} module
 */
async function open(module) {
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (wanted.startsWith("new")) {
    const fields = Object.fromEntries(new URLSearchParams(location.hash.slice("#new?".length)));
    try {
      return makeGame(module, fields);
    } catch (error) {
      throw new Hopeless(`This game cannot be started: ${messageOf(error)}.`, { cause: error });
    }
  }
  const entry = await store.get(wanted);
  if (store.isGame(entry)) return entry;
  const why = entry ? "It is damaged, or was saved by a later version." : "It may have been deleted.";
  throw new Hopeless(`This game is not on this device. ${why}`);
}

/**
 * Returns the game with the moves that are legal: what is damaged is left out.
 * @param {BoardModule} module
 * @param {LocalGameData} data
 */
function repaired(module, data) {
  for (let count = data.moves.length; ; count -= 1) {
    try {
      module.apply(data.game, data.start, data.moves.slice(0, count));
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || count === 0) throw error;
      continue;
    }
    if (count === data.moves.length) return data;
    note(`This game was damaged. It continues after move ${count}.`, "error");
    return { ...data, moves: data.moves.slice(0, count), ending: null, outcome: null };
  }
}

/**
 * Fills in what depends on the game, before `game.js` takes over.
 * @param {BoardModule} module
 * @param {LocalGame} local
 */
function fillIn(module, local) {
  const { data, rules, people, pageData, state } = local;
  const { game, start, moves, seed } = data;
  const flipped = people.length === 1 && people[0] === "second";
  const position = moves.length > 1 ? state.moves[moves.length - 2].position : start;
  const look = { move: moves.at(-1), flipped, choices: true };
  find("#board-place").outerHTML = module.boardHtml(game, position, look);
  find("#game-data").textContent = JSON.stringify(pageData);
  const root = find("[data-game-id]");
  root.dataset.gameId = data.id;
  root.dataset.status = state.status;
  root.dataset.flipped = flipped ? "1" : "0";
  root.classList.add(...find("[data-board]").classList);
  root.classList.remove("board");
  const { paints } = JSON.parse(find("script.about").textContent ?? "");
  for (const [index, side] of /** @type {const} */ (["first", "second"]).entries()) {
    const place = find(`[data-player="${side}"]`);
    find(".token", place).classList.add(`token-${paints[index]}`);
    find(".player-side", place).textContent = state[side].kind === "computer" ? rules[side] : "";
  }
  find("h1").textContent = rules.title;
  document.title = `${rules.title} on this device · Cairn`;
  const [own, other] = people;
  find("#role").textContent = other
    ? "you play both sides"
    : own
      ? `you play ${rules[own]}`
      : "you are watching";
  find("#set-up").textContent = seed === null ? "" : ` · set-up ${seed}`;
  // As on the server, hints on every turn are for games against the first level.
  if (!data.players.includes("1")) find("[data-hints]").remove();
  find("#rules-fold").dataset.rules = pageAddress(`rules/${game}/text`);
  for (const link of findAll('[data-link="rules"]')) {
    if (link instanceof HTMLAnchorElement) link.href = pageAddress(`rules/${game}`);
  }
}

/** @param {LocalGame} local */
function connectTools(local) {
  find('[data-action="record"]').addEventListener("click", (event) => {
    event.preventDefault();
    const file = new Blob([local.recordText], { type: "text/plain" });
    saveFile(`${local.data.game.replace(":", "-")}.txt`, file);
  });
  find('[data-action="analyse"]').addEventListener("click", (event) => {
    event.preventDefault();
    local.analyse();
  });
}

/** Lets visitors stop, step and speed up a game between computers. @param {LocalGame} local */
function connectWatching(local) {
  find("#watching").hidden = !local.isWatched;
  const pause = find('[data-action="pause"]');
  const showPaused = (/** @type {boolean} */ paused) => {
    pause.dataset.paused = paused ? "1" : "0";
    pause.textContent = paused ? "Resume" : "Pause";
    local.setPaused(paused);
  };
  pause.addEventListener("click", () => showPaused(pause.dataset.paused !== "1"));
  find('[data-action="step"]').addEventListener("click", () => {
    showPaused(true);
    local.step();
  });
  const speed = findAs("#watching select", HTMLSelectElement);
  speed.addEventListener("change", () => local.setSpeed(Number(speed.value)));
}

async function begin() {
  let module;
  try {
    module = await boardModule();
  } catch {
    throw new Hopeless("The game cannot be shown: this browser could not load the rules.");
  }
  const data = repaired(module, await open(module));
  /** @type {LocalGame} */
  const local = new LocalGame(module, data, {
    trouble: (why, isComputer) =>
      showTrouble(
        why,
        isComputer
          ? [
              ["Let the computer try again", () => local.tryAgain()],
              ["Play both sides", () => local.playBothSides().then(() => location.reload())],
            ]
          : [],
      ),
  });
  if (location.hash !== `#${data.id}`) await keepNew(data);
  fillIn(module, local);
  connectTools(local);
  connectWatching(local);
  chooseSource(local);
  await import("./game.js");
}

/** Keeps a game that has just begun. @param {LocalGameData} data */
async function keepNew(data) {
  const level = data.players.find((player) => player !== null);
  if (level && data.players.includes(null)) settings.set("level", level);
  try {
    await store.put(data);
    history.replaceState(null, "", localAddress(data.id));
    // Browsers that are short of room remove what they did not promise to keep.
    await navigator.storage?.persist?.();
  } catch (error) {
    if (!(error instanceof store.StoreFailure)) return;
    showTrouble(`${error.message} You can play, but the game will be lost when you leave the page.`);
  }
}

// Another game in the same page.
addEventListener("hashchange", () => location.reload());

begin().catch((error) => {
  find("[data-game-id]").hidden = true;
  const known = error instanceof Hopeless || error instanceof store.StoreFailure;
  showTrouble(known ? error.message : "The game cannot be shown: something went wrong in this page.");
  if (!known) throw error;
});
