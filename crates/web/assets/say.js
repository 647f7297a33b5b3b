// Telling people something: aloud to screen readers, and in a note on the page.

/** Has a screen reader say something when it is done with what it is saying. */
export function announce(text) {
  const region = document.getElementById("announce");
  if (!region || !text) return;
  // The same words twice would not be read twice.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Shows a note that goes away by itself. */
export function note(text, kind = "info") {
  const place = document.getElementById("toasts");
  if (!place) return;
  const toast = document.createElement("div");
  toast.className = `toast ${kind}`;
  const words = document.createElement("span");
  words.textContent = text;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "toast-close";
  close.setAttribute("aria-label", "Close");
  close.textContent = "×";
  close.addEventListener("click", () => toast.remove());
  toast.append(words, close);
  while (place.children.length >= 3) place.firstChild.remove();
  place.append(toast);
  setTimeout(() => toast.remove(), kind === "error" ? 9000 : 5000);
}

/** Copies a text; says whether that worked. */
export async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure connection there is only the old way.
    if (!field) return note(`Copy this: ${text}`);
    field.select();
    if (!document.execCommand("copy")) return note("Press Ctrl-C to copy it.");
  }
  note("Copied.");
}
