// The games on this device, and the form for a new one.

import { find, findAs, make, makeButton, saveFile } from "./dom.js";
import { LocalGame } from "./local-game.js";
import { computerName, localAddress, makeGame, newGameAddress, rulesOf } from "./new-local-game.js";
import * as store from "./local-store.js";
import { boardModule } from "./modules.js";
import { note } from "./say.js";
import { asSentence } from "./server.js";
import * as settings from "./settings.js";

/** @import { LocalGameData } from "../types/local.d.ts" */
/** @import { BoardModule } from "../types/modules.d.ts" */

/** @param {string} why */
function showTrouble(why) {
  const place = find("#trouble");
  place.hidden = false;
  find("p", place).textContent = why;
}

// ---- the list ----

/** @param {BoardModule} module */
async function showGames(module) {
  const entries = await store.list();
  find("#local-games").hidden = !entries.length;
  const items = entries.map((entry) => {
    const item = make("li");
    item.append(...(store.isGame(entry) ? gameLine(module, entry) : damagedLine(module, entry)));
    return item;
  });
  find("#local-games ul").replaceChildren(...items);
}

/**
 * @param {BoardModule} module
 * @param {LocalGameData} data
 */
function gameLine(module, data) {
  let rules;
  try {
    rules = rulesOf(module, data.game);
  } catch {
    return damagedLine(module, data);
  }
  const names = data.players.map((player, side) => {
    if (player !== null) return computerName(player);
    return data.players[1 - side] === null ? rules[side ? "second" : "first"] : "You";
  });
  const link = make("a", "listed-game");
  link.href = localAddress(data.id);
  link.append(make("b", "", rules.title), make("span", "", names.join(" – ")));
  link.append(
    make("span", "faint", `${stateText(data, rules)}, ${new Date(data.changed).toLocaleDateString()}`),
  );
  const open = () => new LocalGame(module, data, { trouble: (why) => note(why, "error") });
  const analyse = makeButton("button quiet", "Analyse", { action: "analyse" });
  analyse.addEventListener("click", () => tryTo(() => open().analyse()));
  const record = makeButton("button quiet", "Download", { action: "record" });
  record.addEventListener("click", () => tryTo(() => saveText(`${data.game}.txt`, open().recordText)));
  return [link, tools(module, data.id, `${rules.title}, ${names.join(" – ")}`, analyse, record)];
}

/**
 * An entry that cannot be read: it can be saved as it is, for somebody who can.
 * @param {BoardModule} module
 * @param {{ id: string }} entry
 */
function damagedLine(module, entry) {
  const line = make("span", "listed-game");
  line.append(make("b", "", "Damaged game"), make("span", "", "This version cannot read it."));
  const raw = makeButton("button quiet", "Download", { action: "record" });
  raw.addEventListener("click", () => saveText("game.json", JSON.stringify(entry, null, 2)));
  return [line, tools(module, entry.id, "Damaged game", raw)];
}

/**
 * Buttons of a line. What cannot be undone is asked twice.
 * @param {BoardModule} module
 * @param {string} id
 * @param {string} name
 * @param {HTMLElement[]} others
 */
function tools(module, id, name, ...others) {
  const remove = makeButton("button quiet", "Delete", { action: "delete" });
  for (const button of [...others, remove])
    button.setAttribute("aria-label", `${button.textContent}: ${name}`);
  remove.addEventListener("click", async () => {
    if (!remove.dataset.sure) {
      remove.dataset.sure = "1";
      remove.textContent = "Really delete?";
      remove.classList.add("danger");
      return;
    }
    await tryTo(() => store.remove(id));
    await tryTo(() => showGames(module));
  });
  const row = make("span", "listed-tools");
  row.append(...others, remove);
  return row;
}

/** @param {() => unknown} work */
async function tryTo(work) {
  try {
    await work();
  } catch (error) {
    note(error instanceof Error ? error.message : String(error), "error");
  }
}

/**
 * Describes the stage of a game.
 * @param {LocalGameData} data
 * @param {{ first: string, second: string }} names
 */
function stateText({ ending, outcome, moves }, names) {
  if (outcome === "draw") return "draw";
  if (outcome) return `${names[outcome]} won`;
  return ending ? "aborted" : `move ${moves.length + 1}`;
}

/** Saves a text as a file. @param {string} name @param {string} text */
const saveText = (name, text) => saveFile(name.replace(":", "-"), new Blob([text], { type: "text/plain" }));

// ---- the form ----

const form = findAs("#new-local-game", HTMLFormElement);
// Somebody may be quicker than the module.
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const problem = find("#new-problem");
  problem.textContent = "";
  try {
    makeGame(await boardModule(), fields);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    problem.textContent = asSentence(message);
    return;
  }
  if (fields.level) settings.set("level", fields.level);
  location.assign(newGameAddress(fields));
});

async function begin() {
  let module;
  try {
    module = await boardModule();
  } catch {
    form.hidden = true;
    return showTrouble("Games on this device need WebAssembly, which this browser could not load.");
  }
  try {
    await showGames(module);
  } catch (error) {
    if (!(error instanceof store.StoreFailure)) throw error;
    showTrouble(`${error.message} You can play, but a game is lost when you leave its page.`);
  }
}

begin();
// Somebody who comes back from a game sees how it stands now.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
