// Tells visitors when it is their turn: by notifications while a page is open and hidden, and by
// Web Push whether or not a page is open. One switch turns both on and off.

import { findAll } from "./dom.js";
import { note } from "./say.js";
import { Problem, post } from "./server.js";
import * as settings from "./settings.js";

const LABELS = { off: "Notify me when it is my turn", on: "Turn off notifications" };

/** Whether the visitor wants to be told, and the browser allows it. */
export function isOn() {
  return settings.get("notify") && "Notification" in window && Notification.permission === "granted";
}

/**
 * Shows a notification if the visitor wants to be told and does not see the page.
 * @param {string} title
 * @param {string} body
 * @param {string} path Page to open, which also names the notification: a later one replaces it.
 */
export async function tell(title, body, path) {
  if (!document.hidden || !isOn()) return;
  const options = { body, tag: path, data: { path } };
  const worker = await registration();
  if (worker?.active) return worker.showNotification(title, options);
  try {
    const shown = new Notification(title, options);
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
      if (location.pathname !== path) location.assign(path);
    });
  } catch {
    // Some browsers of phones show notifications only through a service worker.
  }
}

/** Returns the service worker of the site, if there is one. */
async function registration() {
  if (!("serviceWorker" in navigator)) return undefined;
  return navigator.serviceWorker.getRegistration("/");
}

async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") {
    note("Your browser blocks notifications from this site. You can allow them in its settings.", "error");
    return;
  }
  settings.set("notify", true);
  try {
    await subscribe();
    note("You will be notified when it is your turn.");
  } catch (error) {
    const reason = error instanceof Problem ? ` ${error.text}` : "";
    note(`You will be notified while a page of this site is open.${reason}`);
  }
}

/** Subscribes to Web Push. */
async function subscribe() {
  const worker = await registration();
  if (!worker?.pushManager) throw new Error("no service worker");
  const { key } = await (await fetch("/api/v1/me/push")).json();
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  await post("/api/v1/me/push", { endpoint, keys });
}

async function turnOff() {
  settings.set("notify", false);
  const worker = await registration();
  const subscription = await worker?.pushManager?.getSubscription();
  if (subscription) {
    await subscription.unsubscribe();
    await post("/api/v1/me/push/remove", { endpoint: subscription.endpoint });
  }
  note("Notifications are off.");
}

/** @param {HTMLElement} button */
function show(button) {
  const on = isOn();
  button.hidden = false;
  button.textContent = on ? LABELS.on : LABELS.off;
  button.dataset.on = on ? "1" : "0";
}

/** Connects the switches of the page, which stay hidden where the browser has no notifications. */
export function bindSwitches() {
  if (!("Notification" in window)) return;
  for (const button of findAll('[data-action="notify"]')) {
    if (!(button instanceof HTMLButtonElement)) continue;
    show(button);
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        await (isOn() ? turnOff() : turnOn());
      } catch {
        note("The server cannot be reached. Try again.", "error");
      } finally {
        button.disabled = false;
        show(button);
      }
    });
  }
}
