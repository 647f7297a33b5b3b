// What every page does: the switch for colours.

import * as settings from "./settings.js";

const button = document.querySelector('[data-action="theme"]');
const order = ["auto", "light", "dark"];
const names = { auto: "as the system", light: "light", dark: "dark" };

function show() {
  const theme = settings.get("theme");
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  if (!button) return;
  button.hidden = false;
  button.title = `Colours: ${names[theme] ?? names.auto}`;
  button.setAttribute("aria-label", button.title);
}

button?.addEventListener("click", () => {
  const next = order[(order.indexOf(settings.get("theme")) + 1) % order.length];
  settings.set("theme", next);
  show();
});
show();
