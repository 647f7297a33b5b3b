// The buttons of a game. The server says which of them make sense.

import { find } from "./dom.js";

/** @import { GameData, GameState, OfferKind } from "../types/server.d.ts" */

/** Milliseconds within which a second press confirms the first. */
const CONFIRM_WITHIN = 4000;
/** Questions of the buttons that cannot be undone. @type {Record<string, string>} */
const QUESTIONS = { resign: "Really resign?", abort: "Really abort?" };
/** Names of the offers in the API. @type {Record<OfferKind, string>} */
const OFFERS = { draw: "draw", take_back: "take-back", rematch: "rematch" };

export class Controls {
  #form;
  #data;
  /** @type {GameState | null} */
  #state = null;

  /**
   * @param {HTMLFormElement} form
   * @param {GameData} data
   * @param {(path: string, body: { answer?: string }) => Promise<void>} act
   */
  constructor(form, data, act) {
    this.#form = form;
    this.#data = data;
    form.addEventListener("click", (event) => {
      // A double click is one press of somebody who is used to double clicks.
      const { target } = event;
      const asks = target instanceof HTMLElement && QUESTIONS[target.dataset.action ?? ""];
      if (event.detail > 1 && asks) event.preventDefault();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const button = event.submitter;
      if (!(button instanceof HTMLButtonElement) || !confirmed(button)) return;
      const { path, body } = this.#request(button.dataset.action ?? "");
      button.disabled = true;
      act(path, body).finally(() => (button.disabled = false));
    });
  }

  /** @param {string} action */
  #request(action) {
    if (action === "resign" || action === "abort") return { path: action, body: {} };
    if (action === "withdraw") {
      return { path: `offers/${this.#state && ownOffer(this.#state)}`, body: { answer: "decline" } };
    }
    const [, answer = "offer", kind] = /^(?:(accept|decline)-)?(.*)$/.exec(action) ?? [];
    return { path: `offers/${kind}`, body: { answer } };
  }

  /**
   * Shows the buttons that make sense now.
   * @param {GameState} state
   */
  show(state) {
    this.#state = state;
    const shown = new Set(state.you.flatMap((side) => state.actions[side]));
    // The panel at the end has buttons of this form, too.
    for (const button of this.#form.elements) {
      if (button instanceof HTMLButtonElement) button.hidden = !shown.has(button.dataset.action ?? "");
    }
    // The computer and a second player at the same screen need not be asked.
    const asks = this.#data.people && state.you.length < 2 && !hasComputer(state);
    find('[data-action="take-back"]', this.#form).textContent = asks ? "Ask for take-back" : "Take back";
  }
}

/**
 * Returns whether a press counts: what cannot be undone is asked twice.
 * @param {HTMLButtonElement} button
 */
function confirmed(button) {
  const question = QUESTIONS[button.dataset.action ?? ""];
  if (!question || button.dataset.sure) return true;
  const label = button.textContent;
  button.dataset.sure = "1";
  button.textContent = question;
  button.classList.add("danger");
  setTimeout(() => {
    delete button.dataset.sure;
    button.textContent = label;
    button.classList.remove("danger");
  }, CONFIRM_WITHIN);
  return false;
}

/** @param {GameState} state */
function hasComputer({ first, second }) {
  return first.kind === "computer" || second.kind === "computer";
}

/**
 * Returns the offer that the visitor has made, as the API calls it.
 * @param {GameState} state
 */
export function ownOffer({ offers, you }) {
  const kinds = /** @type {OfferKind[]} */ (Object.keys(OFFERS));
  const open = kinds.find((kind) => offers[kind] && you.includes(offers[kind]));
  return open && OFFERS[open];
}
