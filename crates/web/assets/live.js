// The live connection of the page: one WebSocket for everything that the page shows. A browser allows
// many of them, however many tabs are open.

/** A hidden page closes its connection after this time, unless somebody wants to be told meanwhile. */
const HIDDEN = 60_000;
/** The server sends something at least every 16 seconds; silence for this long is a lost connection. */
const SILENCE = 40_000;
/** A page that was hidden for longer than this does not trust a connection that was silent meanwhile. */
const ASLEEP = 20_000;
const SHORTEST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;

/**
 * @typedef {object} Subject
 * @property {object} on Message that asks for it.
 * @property {object} off Message that ends it.
 * @property {(event: string, data: any) => void} onEvent
 * @property {(connected: boolean, failures: number) => void} [onConnection]
 * @property {() => boolean} [wantsHidden] Whether it is wanted while the page is hidden.
 */

/** What the page wants to hear of, by name. @type {Map<string, Subject>} */
const subjects = new Map();
/** @type {WebSocket | null} */
let socket = null;
/** Whether the page was hidden for so long that the connection was closed. */
let resting = false;
let heard = 0;
let failures = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retryTimer;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let restTimer;
let started = false;

/**
 * Hears of a subject from now on; it begins with how things stand.
 * @param {string} name
 * @param {Subject} subject
 */
function listen(name, subject) {
  subjects.set(name, subject);
  start();
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(subject.on));
  else if (!socket && !retryTimer) open();
  return () => {
    if (subjects.get(name) !== subject) return;
    subjects.delete(name);
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(subject.off));
    if (!subjects.size) close();
  };
}

/**
 * Follows a game.
 * @param {string} id
 * @param {Pick<Subject, "onEvent" | "onConnection" | "wantsHidden">} on
 */
export function followGame(id, on) {
  const stop = listen(`game ${id}`, {
    on: { do: "follow", game: id },
    off: { do: "leave", game: id },
    ...on,
  });
  return { stop, again: () => again(`game ${id}`) };
}

/** Hears of a list: `lobby` or `waiting`. @param {string} name @param {Omit<Subject, "on" | "off">} on */
export function hear(name, on) {
  listen(name, { on: { do: name, on: true }, off: { do: name, on: false }, ...on });
  return { again: () => again(name) };
}

/** Asks for a subject anew, or connects at once if there is no connection. @param {string} name */
function again(name) {
  const subject = subjects.get(name);
  if (subject && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(subject.on));
  else open();
}

function open() {
  clearTimeout(retryTimer);
  retryTimer = undefined;
  if (!subjects.size || resting) return;
  close();
  const address = new URL("/live", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const opened = new WebSocket(address);
  socket = opened;
  heard = Date.now();
  opened.addEventListener("open", () => {
    for (const { on } of subjects.values()) opened.send(JSON.stringify(on));
  });
  opened.addEventListener("message", ({ data }) => {
    if (opened !== socket) return;
    heard = Date.now();
    if (failures || !connected) tellConnection(true);
    failures = 0;
    take(JSON.parse(data));
  });
  opened.addEventListener("close", () => {
    if (opened !== socket) return;
    socket = null;
    lose();
  });
}

let connected = false;

/** @param {boolean} isConnected */
function tellConnection(isConnected) {
  connected = isConnected;
  for (const { onConnection } of subjects.values()) onConnection?.(connected, failures);
}

/** Notes that the connection is lost, and tries again after a while. */
function lose() {
  failures += 1;
  tellConnection(false);
  const pause = Math.min(SHORTEST_PAUSE * 2 ** Math.min(failures - 1, 5), LONGEST_PAUSE);
  // Not all pages at the same moment.
  retryTimer = setTimeout(open, pause * (0.5 + Math.random() / 2));
}

function close() {
  const old = socket;
  socket = null;
  // Browsers warn of a connection that is closed before it is open.
  if (old?.readyState === WebSocket.CONNECTING) old.addEventListener("open", () => old.close());
  else old?.close();
}

/** @param {{ event: string, game?: string, data: any }} message */
function take({ event, game, data }) {
  subjects.get(game ? `game ${game}` : event)?.onEvent(event, data);
}

function rest() {
  clearTimeout(restTimer);
  if (!document.hidden) return;
  const wanted = [...subjects.values()].some(({ wantsHidden }) => wantsHidden?.());
  if (wanted) {
    restTimer = setTimeout(rest, HIDDEN);
    return;
  }
  resting = true;
  clearTimeout(retryTimer);
  retryTimer = undefined;
  close();
}

function wake() {
  clearTimeout(restTimer);
  const wasResting = resting;
  resting = false;
  const silent = Date.now() - heard > ASLEEP;
  if (wasResting || !socket || silent) open();
}

function start() {
  if (started) return;
  started = true;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) restTimer = setTimeout(rest, HIDDEN);
    else wake();
  });
  addEventListener("online", open);
  addEventListener("pageshow", ({ persisted }) => persisted && open());
  // A page that is left can be kept by the browser only without a connection.
  addEventListener("pagehide", close);
  setInterval(() => {
    if (socket && Date.now() - heard > SILENCE) open();
  }, 5_000);
}
