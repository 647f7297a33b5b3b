// Settings that the browser remembers. The server does not learn them.

import { findAll } from "./dom.js";

const defaults = {
  theme: "auto",
  coordinates: true,
  // Steps with one possibility are made by themselves.
  forced: true,
  // Level of the last game against the computer; empty for the site's choice.
  level: "",
  // Name of the visitor in games with friends.
  name: "",
  // Width of boards, in percent of the room that there is.
  size: "100",
  // Colours of boards: plain or wood.
  boards: "plain",
  // Look of pieces: relief or flat.
  pieces: "relief",
  sounds: false,
  // Whether phrases of opponents are shown.
  phrases: true,
  // Whether the visitor is told of their turns.
  notify: false,
  // In a first game, every turn begins with a hint.
  hints: false,
  engine: true,
  // Whether the opening explorer is open, and whose games it shows: `engine` or `site`.
  explorer: false,
  explorersource: "engine",
  lines: "3",
  arrows: true,
  /** Where the engine runs: `device` or `server`. */
  engineplace: "device",
  // Number of the engine's threads on this device; empty for the site's choice.
  threads: "",
  // A finger covers what it points at.
  confirm: matchMedia("(pointer: coarse)").matches,
};

/** @typedef {typeof defaults} Settings */

/**
 * Returns the value of a setting.
 * @template {keyof Settings} K
 * @param {K} name
 * @returns {Settings[K]}
 */
export function get(name) {
  try {
    const text = localStorage.getItem(`cairn.${name}`);
    if (text === null) return defaults[name];
    const value = typeof defaults[name] === "boolean" ? text === "true" : text;
    return /** @type {Settings[K]} */ (value);
  } catch {
    return defaults[name];
  }
}

/**
 * Remembers a setting and tells the page (`cairn:setting`).
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function set(name, value) {
  try {
    localStorage.setItem(`cairn.${name}`, String(value));
  } catch {
    // Without storage, the setting lasts as long as the page.
    defaults[name] = value;
  }
  document.dispatchEvent(new CustomEvent("cairn:setting", { detail: { name, value } }));
}

/**
 * Calls a function with the name of each setting that changes.
 * @param {(name: keyof Settings) => void} onChange
 */
export function onChange(onChange) {
  document.addEventListener("cairn:setting", (event) => {
    if (event instanceof CustomEvent) onChange(event.detail.name);
  });
}

/**
 * Connects the check boxes with `data-setting` to their settings.
 * @param {HTMLElement} root
 */
export function bind(root) {
  for (const box of findAll("[data-setting]", root)) {
    if (!(box instanceof HTMLInputElement || box instanceof HTMLSelectElement)) continue;
    if (!(box instanceof HTMLInputElement) || box.type !== "checkbox") {
      const name = /** @type {"size" | "boards" | "pieces"} */ (box.dataset.setting);
      box.value = get(name);
      box.addEventListener("input", () => set(name, box.value));
      continue;
    }
    const name = /** @type {"coordinates" | "sounds" | "arrows" | "confirm" | "forced" | "hints"} */ (
      box.dataset.setting
    );
    box.checked = get(name);
    box.addEventListener("change", () => set(name, box.checked));
  }
}
