// The switch between light and dark colours, on every page.

import "./offline.js";
import * as settings from "./settings.js";

/** @type {HTMLButtonElement | null} */
const button = document.querySelector('button[data-action="theme"]');
const themes = ["auto", "light", "dark"];
/** @type {Record<string, string>} */
const names = { auto: "system", light: "light", dark: "dark" };

function show() {
  const theme = settings.get("theme");
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  if (!button) return;
  button.hidden = false;
  button.title = `Theme: ${names[theme] ?? names.auto}`;
  button.setAttribute("aria-label", button.title);
}

button?.addEventListener("click", () => {
  settings.set("theme", themes[(themes.indexOf(settings.get("theme")) + 1) % themes.length]);
  show();
});
show();

settings.onChange((name) => {
  const { dataset, style } = document.documentElement;
  if (name === "size") style.setProperty("--board-size", String(Number(settings.get("size")) / 100));
  if (name === "boards") dataset.boards = settings.get("boards");
});
