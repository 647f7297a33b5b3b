// The service worker: keeps what works without the server in a cache, and answers from it. It is
// served at the root of the site, after a line that says what to keep: `self.offline = {...}`.
//
// Every version of the site has a cache of its own. Addresses of assets have the version in them,
// so a page that was opened before an update goes on with its own files; the cache of a version
// is removed when no open page needs it.

/** @import { OfflineFiles, WorkerClient, WorkerScope } from "../types/service-worker.d.ts" */

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));
/** @type {OfflineFiles} */
const { version, files, pages: paths, bundle, slashes } = worker.offline;
const pages = new Set(paths);
const scope = worker.registration.scope;
const prefix = `cairn ${new URL(scope).pathname} `;
const cacheName = prefix + version;

/** Number of files that are fetched at a time. */
const AT_A_TIME = 4;
/** Milliseconds after which the first page comes from the cache. */
const PATIENCE = 3000;
/** Milliseconds within which an open page says its version. */
const ANSWER_WITHIN = 2000;

worker.addEventListener("install", (event) => {
  event.waitUntil(install());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(removeOldCaches());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (!request.url.startsWith(scope)) return;
  if (request.method !== "GET") {
    if (request.mode === "navigate") event.respondWith(sent(request));
    return;
  }
  const url = new URL(request.url);
  const path = pathOf(url);
  if (path.startsWith("assets/")) {
    event.respondWith(keptAnywhere(request));
  } else if (request.mode === "navigate") {
    event.respondWith(page(request, url, path));
    event.waitUntil(removeOldCaches());
  } else if (pages.has(path) && !url.search) {
    event.respondWith(keptPage(path).then((kept) => kept ?? fetch(request)));
  }
});

// It is the visitor's turn in a game: a message of the server, which tells each turn once.
worker.addEventListener("push", (event) => {
  event.waitUntil(tellTurn(event.data?.json() ?? {}));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path ?? "/me"));
});

/** Returns the open pages of the site. */
function openPages() {
  return worker.clients.matchAll({ type: "window", includeUncontrolled: true });
}

/**
 * Shows a notification, unless the visitor is looking at the game.
 * @param {{ title?: string, body?: string, path?: string }} turn
 */
async function tellTurn({ title = "Your turn", body = "", path = "/me" }) {
  const isSeen = (/** @type {WorkerClient} */ { url, visibilityState }) =>
    visibilityState === "visible" && new URL(url).pathname === path;
  if ((await openPages()).some(isSeen)) return;
  await worker.registration.showNotification(title, { body, tag: path, data: { path } });
}

/** Shows the page of a notification: the tab that has it, or a new one. @param {string} path */
async function openPage(path) {
  const open = (await openPages()).find(({ url }) => new URL(url).pathname === path);
  await (open ? open.focus() : worker.clients.openWindow(new URL(path, scope).href));
}

/** Keeps everything, or fails as a whole: then the version before goes on. */
async function install() {
  const cache = await caches.open(cacheName);
  try {
    await keepPages(cache);
    // Few at a time, because others at the same address want something of the server too.
    const left = [...files];
    const keepNext = async () => {
      for (let file = left.pop(); file !== undefined; file = left.pop()) {
        await cache.put(new URL(file, scope), await fetchWhole(file));
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, keepNext));
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
  await worker.skipWaiting();
}

/**
 * Fetches a file, or throws.
 * @param {string} address
 * @param {RequestInit} [options]
 */
async function fetchWhole(address, options) {
  const response = await fetch(new URL(address, scope), options);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

/** Keeps all pages, which come in one file, with the security headers of that file. @param {Cache} cache */
async function keepPages(cache) {
  const response = await fetchWhole(bundle, { cache: "no-cache", credentials: "omit" });
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "cache-control"]) headers.delete(name);
  headers.set("content-type", "text/html; charset=utf-8");
  /** @type {Record<string, string>} */
  const contents = await response.json();
  await Promise.all(
    paths.map((path) => cache.put(new URL(path, scope), new Response(contents[path], { headers }))),
  );
}

/** Returns the path of an address within the site, without a slash at its end. @param {URL} url */
function pathOf(url) {
  const path = decodeURI(url.href.slice(scope.length).split(/[?#]/, 1)[0]);
  return path.replace(/(^|\/)index\.html$/, "").replace(/\/$/, "");
}

/** @param {string} path */
async function keptPage(path) {
  const cache = await caches.open(cacheName);
  return cache.match(new URL(path, scope), { ignoreVary: true });
}

/** Answers a request for a file of any version. @param {Request} request */
async function keptAnywhere(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  return kept ?? fetch(request);
}

/**
 * Answers a request for a page. Those that are the same for everybody come from the cache; for the
 * others the server is asked first.
 * @param {Request} request
 * @param {URL} url
 * @param {string} path
 */
async function page(request, url, path) {
  if (slashes && pages.has(path) && !/(\/|\.html)$/.test(url.pathname)) {
    return Response.redirect(`${url.pathname}/${url.search}`);
  }
  if (pages.has(path) && path !== "" && !url.search) {
    const kept = await keptPage(path);
    if (kept) return kept;
  }
  const answer = fetch(request);
  const late = path === "" ? new Promise((resolve) => setTimeout(resolve, PATIENCE)) : null;
  try {
    const response = await (late ? Promise.race([answer, late]) : answer);
    if (response) return response;
  } catch {
    // Without a connection, what is kept must do.
  }
  return (await insteadOf(path)) ?? answer;
}

/** Sends a form; without a connection the page says so, and nothing has been sent. @param {Request} request */
async function sent(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const instead = await keptPage("offline");
    if (!instead) throw error;
    return instead;
  }
}

/** Returns the page to show where the server is not there. @param {string} path */
async function insteadOf(path) {
  // Positions are shown by the board of their game, puzzles by the page of theirs.
  const above = /^(a|puzzles)\/[^/]+/.exec(path)?.[0];
  const instead = pages.has(path) ? path : above && pages.has(above) ? above : "offline";
  return keptPage(instead);
}

/** Removes the caches of versions that no open page needs. */
async function removeOldCaches() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
  if (!old.length) return;
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const versions = await Promise.all(open.map(versionOf));
  // A page that does not answer may need any of them.
  if (versions.includes(null)) return;
  const isUsed = (/** @type {string} */ name) =>
    versions.some((used) => name.startsWith(`${prefix}${used}-`));
  await Promise.all(old.filter((name) => !isUsed(name)).map((name) => caches.delete(name)));
}

/** Asks an open page for its version; `null` if it does not answer. @param {WorkerClient} client */
function versionOf(client) {
  const { port1, port2 } = new MessageChannel();
  return /** @type {Promise<string | null>} */ (
    new Promise((resolve) => {
      setTimeout(() => resolve(null), ANSWER_WITHIN);
      port1.onmessage = ({ data }) => resolve(data);
      client.postMessage("version?", [port2]);
    })
  );
}
