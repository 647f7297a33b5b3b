// The page of a game: follows it, shows it, and plays.

import { Board } from "./board.js";
import { Clocks } from "./clocks.js";
import { Controls } from "./controls.js";
import { Follower } from "./follow.js";
import { MoveList } from "./moves.js";
import { announce, copy, note } from "./say.js";
import { Problem, post } from "./server.js";
import * as settings from "./settings.js";
import { sound } from "./sounds.js";
import { result, statusText } from "./words.js";

const data = JSON.parse(document.getElementById("game-data").textContent);
const root = document.querySelector("[data-game-id]");
const id = root.dataset.gameId;
const you = data.game.you;
let state = data.game;
/** After how many moves the position is that is looked at; `null` follows the game. */
let viewing = null;

/** How long a move is to be seen before the next one, in milliseconds. */
const LOOK = 350;
/** After how many moves the position is that is on the board, and since when. */
let shown = state.ply;
let shownAt = 0;
let catchingUp = false;

const element = (selector) => document.querySelector(selector);
const api = (path, body) => post(`/api/v1/games/${id}/${path}`, body);

const board = new Board(element("[data-board]"), { onMove: send, onShow: showSupplies });
const clocks = new Clocks(root);
const moves = new MoveList(element("#moves"), data, id, (ply) => view(ply));
const controls = new Controls(element("#controls"), data, act);
const follower = new Follower(id, { onState: take, onConnection: showConnection });

/** Takes the news of the game. */
function take(update) {
  // The answer to a move can come after the news of what followed it.
  if (update.revision < state.revision) return;
  if (update.from > state.moves.length) return follower.again();
  const before = state;
  const whole = [...state.moves.slice(0, update.from), ...update.moves];
  state = { ...state, ...update, moves: whole, you };
  if (viewing !== null && (viewing >= state.ply || state.ply < before.ply)) viewing = null;
  tell(before);
  render();
}

/** Says aloud what has happened. */
function tell(before) {
  if (before.status !== state.status) {
    if (state.status === "playing") {
      note("The game begins.");
      sound("begin");
    } else {
      announce(statusText(state, data));
      sound("end");
    }
  }
  if (state.ply === before.ply + 1) {
    const made = state.moves.at(-1);
    const side = data.sides[(data.begins + made.ply) % 2];
    const next = state.status === "playing" ? ` ${myTurn() ? "Your turn." : ""}` : ` ${statusText(state, data)}.`;
    announce(`${side}: ${made.move}.${next}`);
    sound("move");
  } else if (state.ply < before.ply) {
    note("The move was taken back.");
  }
  for (const [kind, words] of [["draw", "offers a draw"], ["take_back", "asks to take a move back"], ["rematch", "offers a rematch"]]) {
    const by = state.offers[kind];
    if (by && by !== before.offers[kind] && !you.includes(by)) {
      note(`${state[by].name ?? state[by].side} ${words}.`);
      sound("offer");
    }
    if (!by && before.offers[kind] && you.includes(before.offers[kind]) && state.ply === before.ply && state.status === before.status && !state.next) {
      note("Your offer stands no longer.");
    }
  }
  if (state.next && !before.next && you.length) location.assign(`/g/${state.next}`);
}

function myTurn() {
  return state.status === "playing" && you.includes(state.to_move);
}

/** Shows the position after so many moves. */
function view(ply) {
  const wanted = Math.max(0, Math.min(ply, state.ply));
  viewing = wanted === state.ply ? null : wanted;
  showBoard();
  const made = state.moves[wanted - 1];
  announce(made ? `After move ${wanted}, ${made.move}` : "The start of the game");
}

/** What leads to the position after so many moves. */
function sourceAt(ply) {
  const { game, start } = state;
  if (ply === 0) return { game, position: start };
  const { move, position } = state.moves[ply - 1];
  return { game, before: ply > 1 ? state.moves[ply - 2].position : start, move, position };
}

function showBoard() {
  const ply = viewing ?? state.ply;
  moves.show(state, ply);
  element("#typed").hidden = viewing !== null || !myTurn();
  if (viewing === null) {
    board.say(message());
    catchUp();
    return;
  }
  shown = ply;
  board.show(sourceAt(ply), { interactive: false });
  board.say(`Looking back: move ${ply} of ${state.ply}.`);
}

/** Shows the moves that were made one after the other, so that a quick answer does not hide
 * one's own move. */
async function catchUp() {
  if (catchingUp) return;
  catchingUp = true;
  while (viewing === null && shown !== state.ply) {
    const missing = state.ply - shown;
    const next = missing === 2 && !document.hidden ? shown + 1 : state.ply;
    if (missing > 0) await rest();
    if (viewing !== null || next > state.ply) break;
    shown = next;
    await board.show(sourceAt(next), { interactive: next === state.ply && myTurn() });
    shownAt = Date.now();
  }
  catchingUp = false;
  if (viewing !== null || shown !== state.ply) return showBoard();
  board.show(sourceAt(shown), { interactive: myTurn() });
  board.say(message());
}

/** Waits until what was shown last has been seen. */
function rest() {
  const left = document.hidden ? 0 : shownAt + LOOK - Date.now();
  return left > 0 ? new Promise((resolve) => setTimeout(resolve, left)) : undefined;
}

/** What stands below the board besides what is asked. */
function message() {
  if (state.status === "waiting") return you.length ? "Waiting for an opponent." : "This game waits for an opponent.";
  if (state.status !== "playing") return result(state, data);
  if (myTurn()) return you.length === 2 ? `${data.sides[you.indexOf(state.to_move)]}:` : "Your turn.";
  const thinks = state[state.to_move].kind === "computer";
  return `${state[state.to_move].side} ${thinks ? "thinks…" : "to move."}`;
}

function render() {
  root.dataset.status = state.status;
  element("#status").textContent = statusText(state, data);
  element("#waiting")?.toggleAttribute("hidden", state.status !== "waiting");
  for (const side of ["first", "second"]) {
    const player = element(`[data-player="${side}"]`);
    player.classList.toggle("is-to-move", state.status === "playing" && state.to_move === side);
    player.classList.toggle("is-winner", state.outcome === side);
    element(`[data-name="${side}"]`).textContent = playerName(side);
  }
  clocks.set(state);
  controls.show(state);
  const next = element("#next-game");
  next.hidden = !state.next;
  if (state.next) next.href = `/g/${state.next}`;
  element("#typed input[name=ply]").value = state.ply;
  document.title = (myTurn() ? "● " : "") + document.title.replace(/^● /, "");
  showBoard();
}

function playerName(side) {
  const seat = state[side];
  if (seat.kind === "open") return "Free seat";
  if (seat.kind === "computer") return data.computers[side === "first" ? 0 : 1] ?? seat.level;
  if (you.length === 1 && you[0] === side) return seat.name ?? "You";
  return seat.name ?? (data.people || state.status === "waiting" ? "Anonymous" : seat.side);
}

/** What the players have in hand, in the position that is shown. */
function showSupplies(about) {
  ["first", "second"].forEach((side, index) => {
    const place = element(`[data-supplies="${side}"]`);
    const parts = [about.hands, about.points].filter(Boolean).map(([name, counts]) => {
      const part = document.createElement("span");
      part.className = "supply";
      const number = document.createElement("b");
      number.textContent = counts[index];
      part.append(number, ` ${name}`);
      return part;
    });
    place.replaceChildren(...parts);
  });
}

/** Sends a move. Sending it again is harmless, for it carries its number. */
async function send(text) {
  const ply = state.ply;
  try {
    take(await api("moves", { ply, move: text }));
    return true;
  } catch (problem) {
    await complain(problem);
    return false;
  }
}

/** Does something else in the game. */
async function act(path, body) {
  try {
    take(await api(path, body));
  } catch (problem) {
    await complain(problem);
  }
}

/** Says what went wrong, and shows the game as it is. */
async function complain(problem) {
  note(problem instanceof Problem ? problem.text : "The server cannot be reached. Try again.", "error");
  board.clear();
  showBoard();
  follower.again();
}

function showConnection(connected) {
  const place = element("#connection");
  place.hidden = connected;
  place.textContent = connected ? "" : "Connection lost. Trying again…";
}

// ---- what can be pressed and typed ----

element("#typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = event.target.elements.move;
  const text = field.value.trim();
  if (!text) return;
  if (board.pickMove(text) || (await send(text))) field.value = "";
  field.focus();
});

for (const link of document.querySelectorAll("[data-step]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    step(link.dataset.step);
  });
}

function step(word) {
  const now = viewing ?? state.ply;
  view({ first: 0, previous: now - 1, next: now + 1, last: state.ply }[word]);
}

const keys = { ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "first", ArrowDown: "last" };
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (event.target.closest("input, select, textarea, [role=grid]")) return;
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

const buttons = {
  flip,
  "copy-link": () => copy(`${location.origin}/g/${id}`),
  "copy-invite": () => copy(element("#invite-link").value, element("#invite-link")),
  share: () => navigator.share({ title: document.title, url: element("#invite-link").value }).catch(() => {}),
  "copy-private": () => copy(element("#private-link input").value, element("#private-link input")),
  hint: async () => {
    element('[data-action="hint"]').disabled = true;
    board.say("The engine thinks…");
    try {
      const moves = state.moves.map(({ move }) => move);
      const { ply } = state;
      const advice = await post("/api/v1/analyse", { game: state.game, position: state.start, moves, time: 800 });
      if (state.ply !== ply || viewing !== null) return;
      board.hint(advice.bestmove);
      announce(`Hint: ${advice.bestmove}`);
      board.say(`Hint: ${advice.bestmove}.`);
    } catch (problem) {
      await complain(problem);
    } finally {
      element('[data-action="hint"]').disabled = false;
    }
  },
  "private-link": async () => {
    try {
      const link = await api("links", {});
      element("#private-link input").value = location.origin + link.path;
      element("#private-link").hidden = false;
    } catch (problem) {
      await complain(problem);
    }
  },
};
for (const [action, press] of Object.entries(buttons)) {
  const button = element(`[data-action="${action}"]`);
  if (!button) continue;
  if (action !== "hint") button.hidden = action === "share" && !navigator.share;
  button.addEventListener("click", press);
}

// The link that visitors see is the address they came by.
const invite = element("#invite-link");
if (invite) invite.value = `${location.origin}/g/${id}`;
element("#settings").hidden = false;
settings.bind(element("#settings"));
const asked = Number(new URLSearchParams(location.search).get("ply") ?? NaN);
if (asked >= 0 && asked < state.ply) viewing = asked;
render();
follower.begin();
