// The page of a game: follows it, shows it, and plays.

import { AttendanceLine } from "./attendance.js";
import { Board } from "./board.js";
import { Clocks } from "./clocks.js";
import { Controls } from "./controls.js";
import { find, findAll, findAs, make, readData, targetOf } from "./dom.js";
import { sourceOf } from "./game-source.js";
import { MoveList } from "./moves.js";
import { bindSwitches, isOn, tell } from "./notify.js";
import { announce, copy, note } from "./say.js";
import { post, problemText } from "./server.js";
import * as settings from "./settings.js";
import { sound } from "./sounds.js";
import { thingName } from "./words.js";

/** @import { About, GameData, GameState, GameUpdate, OfferKind, Side } from "../types/server.d.ts" */
/** @import { Source } from "./pictures.js" */

/** @type {GameData} */
const data = readData("game-data");
const root = find("[data-game-id]");
const id = root.dataset.gameId ?? "";
const { you } = data.game;
/** @type {GameState} */
let state = data.game;
/** Number of moves before the position that is looked at; `null` follows the game. @type {number | null} */
let viewing = null;
/** Whether the visitor's own offer is being withdrawn. */
let withdrawing = false;

/** Shortest time that a move is seen before the next one, in milliseconds. */
const SEEN = 350;
/** Number of moves before the position on the board. */
let shown = state.ply;
let shownAt = 0;
let catchingUp = false;

/** @type {Side[]} */
const SIDES = ["first", "second"];
/** @type {[OfferKind, string][]} */
const OFFERS = [
  ["draw", "offers a draw"],
  ["take_back", "asks to take a move back"],
  ["rematch", "offers a rematch"],
];

/** The server, or this device. */
const source = sourceOf(id);
const typed = findAs("#typed", HTMLFormElement);
const board = new Board(find("[data-board]"), { onMove: send, onShow: showAbout, makesForced: true });
const clocks = new Clocks(root);
const moves = new MoveList(find("#moves"), data, source, view);
const controls = new Controls(findAs("#controls", HTMLFormElement), data, act);
const attendance = new AttendanceLine(you);
const follower = source.follow({
  onState: take,
  onConnection: showConnection,
  onAttendance: (news) => attendance.take(news),
  onPhrase: hearPhrase,
  wantsHidden,
  isPlayer: you.length > 0,
});

/**
 * Takes the news of the game.
 * @param {GameUpdate} update
 */
function take(update) {
  // The answer to a move can come after the news of what followed it.
  if (update.revision < state.revision) return;
  if (update.from > state.moves.length) return follower.again();
  const before = state;
  const whole = [...state.moves.slice(0, update.from), ...update.moves];
  state = { ...state, ...update, moves: whole, you };
  if (viewing !== null && (viewing >= state.ply || state.ply < before.ply)) viewing = null;
  tellStatus(before);
  tellMoves(before);
  for (const [kind, words] of OFFERS) tellOffer(before, kind, words);
  tellTurn(before);
  if (state.next && !before.next && you.length) location.assign(source.address(state.next));
  render();
}

/** @param {GameState} before */
function tellStatus(before) {
  if (before.status === state.status) return;
  if (state.status === "playing") {
    note("The game begins.");
    sound("begin");
  } else {
    announce(statusText());
    sound("end");
  }
}

/** @param {GameState} before */
function tellMoves(before) {
  const made = state.moves.at(-1);
  if (made && state.ply === before.ply + 1) {
    const side = data.sides[(data.begins + made.ply) % 2];
    const next = state.status !== "playing" ? `${statusText()}.` : myTurn() ? "Your turn." : "";
    announce(`${side}: ${made.move}. ${next}`);
    sound("move");
  } else if (state.ply < before.ply) {
    note("The move was taken back.");
    // It may not have been shown yet, and would seem to be on its way for ever.
    board.clear();
  }
}

/**
 * @param {GameState} before
 * @param {OfferKind} kind
 * @param {string} words
 */
function tellOffer(before, kind, words) {
  const [by, old] = [state.offers[kind], before.offers[kind]];
  if (by && by !== old && !you.includes(by)) {
    note(`${state[by].name ?? state[by].side} ${words}.`);
    sound("offer");
  }
  const unanswered = state.ply === before.ply && state.status === before.status && !state.next;
  if (!by && old && you.includes(old) && unanswered) {
    note(withdrawing ? "Your offer was withdrawn." : "Your offer was declined.");
  }
}

/**
 * Tells visitors who look elsewhere that it is their turn, or that the game is over.
 * @param {GameState} before
 */
function tellTurn(before) {
  if (you.length !== 1) return;
  const other = state[you[0] === "first" ? "second" : "first"];
  const made = state.moves.at(-1);
  const over = before.status === "playing" && state.status !== "playing";
  const begins = before.status === "waiting" && state.status === "playing";
  if (over) tell(`${find("h1").textContent} is over`, `${statusText()}.`, source.address(id));
  else if (myTurn() && (begins || state.ply > before.ply)) {
    const news = made ? `${other.label} played ${made.move}.` : `${other.label} joined the game.`;
    tell(`Your turn in ${find("h1").textContent}`, news, source.address(id));
  }
}

/** Returns the status of the game, as the visitor reads it. */
function statusText() {
  const [side, other] = you;
  return side && !other ? state.status_texts[side] : state.status_text;
}

function myTurn() {
  return state.status === "playing" && state.to_move !== null && you.includes(state.to_move);
}

/**
 * Shows the position after this many moves.
 * @param {number} ply
 */
function view(ply) {
  const wanted = Math.max(0, Math.min(ply, state.ply));
  viewing = wanted === state.ply ? null : wanted;
  showBoard();
  const made = state.moves[wanted - 1];
  announce(made ? `After move ${wanted}, ${made.move}` : "The start of the game");
}

/**
 * Returns the position after this many moves, with the move that led to it.
 * @param {number} ply
 * @returns {Source}
 */
function sourceAt(ply) {
  const { game, start } = state;
  if (ply === 0) return { game, position: start };
  const { move, position } = state.moves[ply - 1];
  return { game, before: ply > 1 ? state.moves[ply - 2].position : start, move, position };
}

function showBoard() {
  const ply = viewing ?? state.ply;
  moves.show(state, ply);
  typed.hidden = viewing !== null || !myTurn();
  if (viewing === null) {
    board.say(message());
    catchUp();
    return;
  }
  shown = ply;
  board.show(sourceAt(ply), { interactive: false });
  board.say(`Looking back: move ${ply} of ${state.ply}.`);
}

/** Shows new moves one after the other, so that a quick answer does not hide one's own move. */
async function catchUp() {
  if (catchingUp) return;
  catchingUp = true;
  while (viewing === null && shown !== state.ply) {
    const missing = state.ply - shown;
    const next = missing === 2 && !document.hidden ? shown + 1 : state.ply;
    if (missing > 0) await untilSeen();
    if (viewing !== null || next > state.ply) break;
    shown = next;
    await board.show(sourceAt(next), { interactive: next === state.ply && myTurn() });
    shownAt = Date.now();
  }
  catchingUp = false;
  if (viewing !== null || shown !== state.ply) return showBoard();
  board.show(sourceAt(shown), { interactive: myTurn() });
  board.say(message());
  guideTurn();
}

/** Waits until the last move has been seen. */
function untilSeen() {
  const left = document.hidden ? 0 : shownAt + SEEN - Date.now();
  return left > 0 ? new Promise((resolve) => setTimeout(resolve, left)) : undefined;
}

/** Writes what stands below the board besides the prompt. */
function message() {
  if (state.status === "waiting") {
    return you.length ? "Waiting for an opponent." : "This game is waiting for an opponent.";
  }
  if (state.status !== "playing" || !state.to_move) return `${statusText()}.`;
  const { side, kind } = state[state.to_move];
  if (myTurn()) return you.length === 2 ? `${side} to move.` : "Your turn.";
  return kind === "computer" ? `${side} is thinking…` : `${side} to move.`;
}

function render() {
  root.dataset.status = state.status;
  find("#status").textContent = state.status_text;
  document.querySelector("#waiting")?.toggleAttribute("hidden", state.status !== "waiting");
  for (const side of SIDES) {
    const { classList } = find(`[data-player="${side}"]`);
    classList.toggle("is-to-move", state.status === "playing" && state.to_move === side);
    classList.toggle("is-winner", state.outcome === side);
    find(`[data-name="${side}"]`).textContent = playerName(side);
  }
  clocks.set(state);
  controls.show(state);
  attendance.show(state);
  showPhrases();
  showEnd();
  const next = findAs("#next-game", HTMLAnchorElement);
  next.hidden = !state.next;
  if (state.next) next.href = source.address(state.next);
  findAs("#typed input[name=ply]", HTMLInputElement).value = String(state.ply);
  for (const field of findAll("#claim input[name=ply]")) field.setAttribute("value", String(state.ply));
  document.title = (myTurn() ? "● " : "") + title();
  showBoard();
}

/** Returns the title of the page; that of the server does not know who joins later. */
function title() {
  const now = document.title.replace(/^● /, "");
  if (state.status === "waiting") return now;
  const name = (/** @type {Side} */ side) =>
    state[side].label === "Anonymous" ? state[side].side : state[side].label;
  const game = find("h1").textContent;
  return now.replace(/^A game of .*?( · |$)/, `${game}: ${name("first")} – ${name("second")}$1`);
}

/** Whether the panel at the end of the game is being filled. */
let endIsComing = false;

/** Shows the panel at the end of the game. */
async function showEnd() {
  const panel = find("#end");
  if (state.status !== "finished" && state.status !== "aborted") {
    panel.hidden = true;
    panel.replaceChildren();
    return;
  }
  document.querySelector("#keeping")?.removeAttribute("hidden");
  if (endIsComing) return;
  endIsComing = true;
  try {
    // A page that was loaded after the end has it already.
    if (!panel.childElementCount) await source.showEnd(panel, state);
    controls.show(state);
    panel.hidden = !panel.childElementCount;
    if (!panel.querySelector(".end-accuracy")) await showAccuracy(panel);
  } catch {
    // The status says the same, and the panel comes with the next visit.
  } finally {
    endIsComing = false;
  }
}

/**
 * Begins to show the players how accurate they were.
 * @param {HTMLElement} panel
 */
async function showAccuracy(panel) {
  if (state.status !== "finished" || !you.length || state.moves.length < 2) return;
  const { game, start, moves } = state;
  const played = { id, game, start, moves: moves.map(({ move }) => move) };
  const module = await import("./accuracy.js");
  if (state.status === "finished")
    module.showAccuracy(panel, played, [playerName("first"), playerName("second")], you);
}

// The level of the next game is the visitor's from then on.
find("#end").addEventListener("submit", ({ target }) => {
  if (target instanceof HTMLFormElement) settings.set("level", target.dataset.level ?? "");
});

const rules = find("#rules-fold");
rules.addEventListener("toggle", async () => {
  const { rules: address } = rules.dataset;
  if (!address) return;
  delete rules.dataset.rules;
  try {
    const response = await fetch(address, { headers: { accept: "text/html" } });
    if (response.ok) find(".rules-text", rules).innerHTML = await response.text();
  } catch {
    rules.dataset.rules = address;
  }
});

/** @param {Side} side */
function playerName(side) {
  const { kind, name, label } = state[side];
  const isYou = kind === "person" && you.length === 1 && you[0] === side;
  return isYou ? (name ?? "You") : label;
}

/**
 * Shows the aim, and what the players have in hand, in the position on the board.
 * @param {About} about
 */
function showAbout(about) {
  const reader = you.length === 1 ? SIDES.indexOf(you[0]) : 2;
  find("#goal").textContent = about.goals[reader];
  showSupplies(about);
}

/** @param {About} about */
function showSupplies(about) {
  for (const [index, side] of SIDES.entries()) {
    const supplies = [about.hands, about.points].flatMap((counted) => {
      if (!counted) return [];
      const [name, counts] = counted;
      const supply = make("span", "supply");
      const place = counted === about.hands ? " in hand" : "";
      supply.append(make("b", "", String(counts[index])), ` ${thingName(name, counts[index])}${place}`);
      return [supply];
    });
    find(`[data-supplies="${side}"]`).replaceChildren(...supplies);
  }
}

/**
 * Sends a move. It carries its number, so it may arrive twice.
 * @param {string} move
 */
async function send(move) {
  try {
    take(await source.act("moves", { ply: state.ply, move, revision: state.revision }));
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

/**
 * Does something else in the game. It carries what it means, so it may arrive twice.
 * @param {string} path
 * @param {{ answer?: string }} body
 */
async function act(path, body) {
  const { offers } = state;
  withdrawing = body.answer === "decline" && Object.values(offers).some((by) => by && you.includes(by));
  try {
    take(await source.act(path, { ...body, ply: state.ply, revision: state.revision }));
  } catch (error) {
    showError(error);
  } finally {
    withdrawing = false;
  }
}

/**
 * Says what went wrong, and shows the game as it is.
 * @param {unknown} error
 */
function showError(error) {
  note(problemText(error), "error");
  board.clear();
  showBoard();
  follower.again();
}

/** Whether the visitor needs news while the page is hidden: a clock runs, or they want to be told. */
function wantsHidden() {
  const running = state.status === "playing" && you.length > 0;
  return running && (state.time.kind === "live" || isOn());
}

// ---- phrases ----

function showPhrases() {
  const place = document.querySelector("#phrases");
  const people = SIDES.every((side) => state[side].kind === "person");
  place?.toggleAttribute("hidden", !people || (state.status !== "playing" && state.status !== "finished"));
}

/** @param {import("../types/server.d.ts").Said} said */
function hearPhrase({ side, text }) {
  if (you.includes(side)) note(`You said: ${text}.`);
  else if (settings.get("phrases")) note(`${state[side].label}: ${text}.`);
}

for (const button of findAll("#phrases [data-phrase]")) {
  button.addEventListener("click", async () => {
    try {
      await post(`/api/v1/games/${id}/phrases`, { phrase: button.dataset.phrase });
    } catch (error) {
      note(problemText(error), "error");
    }
  });
}

/** @param {boolean} connected */
function showConnection(connected) {
  const place = find("#connection");
  place.hidden = connected;
  place.textContent = connected ? "" : "Connection lost. Reconnecting…";
  if (!connected) attendance.forget();
}

// ---- buttons, keys and fields ----

typed.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = findAs("[name=move]", HTMLInputElement, typed);
  const text = field.value.trim();
  if (!text) return;
  const isMade = board.pickMove(text) || (await send(text));
  // What was typed meanwhile is the next move.
  if (isMade && field.value.trim() === text) field.value = "";
  field.focus();
});

for (const link of findAll("[data-step]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    step(link.dataset.step);
  });
}

/** @param {string | undefined} word */
function step(word) {
  const now = viewing ?? state.ply;
  if (word === "first") view(0);
  if (word === "previous") view(now - 1);
  if (word === "next") view(now + 1);
  if (word === "last") view(state.ply);
}

/** @type {Record<string, string>} */
const keys = { ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "first", ArrowDown: "last" };
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (targetOf(event, "input, select, textarea, [role=grid]")) return;
  if (event.key === "Escape" && board.stepBack()) return event.preventDefault();
  if (event.key === "f") return flip();
  if (!keys[event.key]) return;
  event.preventDefault();
  step(keys[event.key]);
});

function flip() {
  board.flip();
  root.dataset.flipped = board.flipped ? "1" : "0";
}

/** Number of moves before the turn that has begun with a hint. */
let guided = -1;

/** Begins a turn with a hint, if the visitor wants that and the game offers it. */
function guideTurn() {
  const offered = document.querySelector('[data-setting="hints"]');
  if (!offered || !settings.get("hints") || !myTurn()) return;
  if (guided === state.ply) return;
  guided = state.ply;
  showHint();
}

async function showHint() {
  const button = findAs('[data-action="hint"]', HTMLButtonElement);
  button.disabled = true;
  board.say("The engine is thinking…");
  try {
    const { ply } = state;
    const bestmove = await source.hint(state);
    const words = await board.words(bestmove);
    if (state.ply !== ply || viewing !== null) return;
    const hint = `Hint: ${words} (${bestmove}).`;
    board.hint(bestmove);
    announce(hint);
    board.say(hint);
  } catch (error) {
    showError(error);
  } finally {
    button.disabled = false;
  }
}

function copyInvite() {
  const field = findAs("#invite-link", HTMLInputElement);
  return copy(field.value, field);
}

/** Shares the invitation; a visitor may close the dialog. */
function share() {
  const { value: url } = findAs("#invite-link", HTMLInputElement);
  navigator.share({ title: document.title, url }).catch(() => {});
}

const buttons = {
  flip,
  share,
  "copy-link": () => copy(`${location.origin}/g/${id}`),
  "copy-invite": copyInvite,
  hint: showHint,
};
for (const [action, press] of Object.entries(buttons)) {
  const [button] = findAll(`[data-action="${action}"]`);
  if (!button) continue;
  if (action !== "hint") button.hidden = action === "share" && !("share" in navigator);
  button.addEventListener("click", press);
}

// The link that visitors see is the address they came by.
const invite = document.querySelector("#invite-link");
if (invite instanceof HTMLInputElement) invite.value = `${location.origin}/g/${id}`;
find("#settings").hidden = false;
bindSwitches();
settings.bind(find("#settings"));
settings.bind(find(".guide"));
settings.onChange((name) => {
  if (name !== "hints") return;
  guided = -1;
  if (settings.get("hints")) guideTurn();
  else if (viewing === null) board.hint().then(() => board.say(message()));
});
const asked = Number(new URLSearchParams(location.search).get("ply") ?? NaN);
if (asked >= 0 && asked < state.ply) viewing = asked;
render();
follower.begin(state);
