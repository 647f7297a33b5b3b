// What this browser remembers: nothing of it is told to the server.

const defaults = {
  theme: "auto",
  coordinates: true,
  sounds: false,
  engine: true,
  lines: "3",
  arrows: true,
  // A finger covers what it points at.
  confirm: matchMedia("(pointer: coarse)").matches,
};

/** The value of a setting. */
export function get(name) {
  try {
    const text = localStorage.getItem(`cairn.${name}`);
    if (text === null) return defaults[name];
    return typeof defaults[name] === "boolean" ? text === "true" : text;
  } catch {
    return defaults[name];
  }
}

/** Remembers a setting and tells the page (`cairn:setting`). */
export function set(name, value) {
  try {
    localStorage.setItem(`cairn.${name}`, String(value));
  } catch {
    // It lasts as long as the page, then.
    defaults[name] = value;
  }
  document.dispatchEvent(new CustomEvent("cairn:setting", { detail: { name, value } }));
}

/** Lets the check boxes with `data-setting` show and change what is remembered. */
export function bind(root) {
  for (const box of root.querySelectorAll("input[data-setting]")) {
    box.checked = get(box.dataset.setting);
    box.addEventListener("change", () => set(box.dataset.setting, box.checked));
  }
}
