// Finding and making elements.

/**
 * Returns the first element that matches a selector; it must be there and of this type.
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} type
 * @param {ParentNode} root
 * @returns {T}
 */
export function findAs(selector, type, root = document) {
  const found = root.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`${selector} is not in the page`);
  return found;
}

/**
 * Returns the first HTML element that matches a selector; it must be there.
 * @param {string} selector
 * @param {ParentNode} [root]
 */
export function find(selector, root) {
  return findAs(selector, HTMLElement, root);
}

/**
 * Returns all HTML elements that match a selector.
 * @param {string} selector
 * @param {ParentNode} [root]
 */
export function findAll(selector, root = document) {
  return /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector));
}

/**
 * Returns the element around the target of an event that matches a selector, or `null`.
 * @param {Event} event
 * @param {string} selector
 */
export function targetOf(event, selector) {
  const { target } = event;
  return target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;
}

/**
 * Makes an HTML element with a class and a text.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} [className]
 * @param {string} [text]
 */
export function make(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/**
 * Makes a button with data attributes.
 * @param {string} className
 * @param {string} text
 * @param {Record<string, string | number>} [data]
 */
export function makeButton(className, text, data = {}) {
  const made = make("button", className, text);
  made.type = "button";
  for (const [name, value] of Object.entries(data)) made.dataset[name] = String(value);
  return made;
}

/**
 * Makes an element of an SVG drawing.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 */
export function makeSvg(name, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/**
 * Reads the JSON in a `script` element.
 * @param {string} id
 */
export function readData(id) {
  return JSON.parse(find(`#${id}`).textContent ?? "");
}

/**
 * Lets the browser save a file.
 * @param {string} name
 * @param {Blob} file
 */
export function saveFile(name, file) {
  const link = make("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the file a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
