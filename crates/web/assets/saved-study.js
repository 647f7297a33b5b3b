// A study that is saved on the server: its author's changes are sent as they are made.

import { find, findAs } from "./dom.js";
import { announce } from "./say.js";
import { Problem, post, problemText } from "./server.js";

/** @import { GameRecord, SavedStudyData } from "../types/server.d.ts" */

/** Milliseconds after a change before it is sent, in case that more follow. */
const DELAY = 700;
const DRAFT = "cairn.study.draft.";

/** @typedef {{ revision: number, title: string, record: GameRecord }} Draft */

/**
 * Returns the changes that could not be sent before the page was left.
 * @param {string} id
 * @returns {Draft | null}
 */
export function draftOf(id) {
  try {
    return JSON.parse(localStorage.getItem(DRAFT + id) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Returns the address of a study after some moves of its main line.
 * @param {string} id
 * @param {number} ply
 */
export const studyAddress = (id, ply) => `/study/${id}${ply > 0 ? `?ply=${ply}` : ""}`;

/**
 * Saves a record as a new study, and opens it.
 * @param {GameRecord} record
 * @param {{ title?: string, ply?: number }} [options] Its title, and the number of moves to show.
 */
export async function saveAs(record, { title, ply = 0 } = {}) {
  const { id } = await post("/api/v1/studies", { record, ...(title && { title }) });
  location.assign(studyAddress(id, ply));
}

export class SavedStudy {
  #panel;
  #data;
  #record;
  #revision;
  /**
   * What the server has, as text; null while the page is still being filled.
   * @type {string | null}
   */
  #saved = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #busy = false;
  /** Whether another window has changed the study, so that this one saves nothing. */
  #isStale = false;

  /**
   * @param {HTMLElement} panel
   * @param {SavedStudyData} data
   * @param {() => GameRecord} record
   */
  constructor(panel, data, record) {
    this.#panel = panel;
    this.#data = data;
    this.#record = record;
    this.#revision = data.revision;
    const actions = {
      "copy-study": () => this.#copy(),
      "load-study": () => this.#load(),
      "delete-study": () => this.#remove(),
    };
    for (const [action, press] of Object.entries(actions)) {
      panel.querySelector(`[data-action="${action}"]`)?.addEventListener("click", press);
    }
    if (!data.yours) return;
    this.#title.addEventListener("input", () => this.changed());
    // What is not sent yet when the page is left is sent then, or kept for the next visit.
    addEventListener("pagehide", () => {
      if (this.#isChanged && !this.#isStale) this.#send(true);
    });
  }

  /**
   * Takes what the server has as saved.
   * @param {GameRecord} record
   * @param {Draft | null} draft Changes of an earlier visit that are on the board again.
   */
  begin(record, draft) {
    this.#saved = JSON.stringify([this.#data.title, record]);
    if (!this.#data.yours) return;
    if (draft && draft.revision !== this.#revision) this.#stale();
    else if (draft) this.changed();
    else this.#tell("Saved");
  }

  get #title() {
    return findAs("#study-title", HTMLInputElement, this.#panel);
  }

  get #text() {
    return JSON.stringify([this.#title.value.trim(), this.#record()]);
  }

  get #isChanged() {
    return this.#data.yours && this.#saved !== null && this.#text !== this.#saved;
  }

  /** Sends the study soon, if it has changed. */
  changed() {
    if (!this.#isChanged) return;
    this.#keepDraft();
    if (this.#isStale) return;
    this.#tell("Saving…");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), DELAY);
  }

  async #save() {
    if (this.#busy) return;
    this.#busy = true;
    const text = this.#text;
    try {
      const { revision } = await this.#send();
      this.#revision = revision;
      this.#saved = text;
      this.#forgetDraft();
      this.#tell("Saved");
    } catch (error) {
      if (error instanceof Problem && error.code === "stale") this.#stale();
      else this.#failed(error);
    } finally {
      this.#busy = false;
    }
    if (this.#isChanged && !this.#isStale && this.#saved === text) this.changed();
  }

  /** @param {boolean} [leaving] Whether the page is being left, so that no answer is waited for. */
  #send(leaving = false) {
    const body = { revision: this.#revision, title: this.#title.value.trim(), record: this.#record() };
    const path = `/api/v1/studies/${this.#data.id}`;
    if (!leaving) return post(path, body);
    const headers = { "content-type": "application/json" };
    return fetch(path, { method: "POST", headers, body: JSON.stringify(body), keepalive: true }).catch(
      () => ({}),
    );
  }

  /** @param {unknown} error */
  #failed(error) {
    // What is wrong with the study stays wrong until it is changed.
    if (error instanceof Problem && [403, 404, 413, 422].includes(error.status))
      return this.#tell(`Not saved: ${error.text}`, "error");
    const why = error instanceof Problem ? error.message : "The server cannot be reached.";
    this.#tell(`${why} Your changes are kept in this browser and saved as soon as possible.`, "error");
    this.#timer = setTimeout(() => this.#save(), 10 * DELAY);
  }

  #stale() {
    this.#isStale = true;
    this.#keepDraft();
    this.#tell(
      "This study was changed in another window. Nothing is lost: save yours as a copy, or load the other version.",
      "error",
    );
    for (const action of ["copy-study", "load-study"]) {
      findAs(`[data-action="${action}"]`, HTMLButtonElement, this.#panel).hidden = false;
    }
  }

  async #copy() {
    try {
      const title = this.#data.yours ? `${this.#title.value.trim()} (copy)` : this.#data.title;
      const record = this.#record();
      this.#forgetDraft();
      // Leaving this page must not send the copy to the other version.
      this.#isStale = true;
      await saveAs(record, { title: title.slice(0, 100) });
    } catch (error) {
      this.#tell(problemText(error), "error");
    }
  }

  #load() {
    this.#forgetDraft();
    this.#isStale = true;
    location.reload();
  }

  async #remove() {
    const button = findAs('[data-action="delete-study"]', HTMLButtonElement, this.#panel);
    if (button.dataset.sure !== "1") {
      button.dataset.sure = "1";
      button.textContent = "Delete for good?";
      return;
    }
    try {
      this.#isStale = true;
      await post(`/api/v1/studies/${this.#data.id}/remove`);
      this.#forgetDraft();
      location.assign("/me");
    } catch (error) {
      this.#tell(problemText(error), "error");
    }
  }

  #keepDraft() {
    try {
      const draft = { revision: this.#revision, title: this.#title.value, record: this.#record() };
      localStorage.setItem(DRAFT + this.#data.id, JSON.stringify(draft));
    } catch {
      // Without storage, changes that are not sent last as long as the page.
    }
  }

  #forgetDraft() {
    try {
      localStorage.removeItem(DRAFT + this.#data.id);
    } catch {
      // Without storage there is nothing to forget.
    }
  }

  /**
   * @param {string} text
   * @param {"" | "error"} [kind]
   */
  #tell(text, kind = "") {
    const place = find("#study-state", this.#panel);
    place.textContent = text;
    place.dataset.kind = kind;
    if (kind) announce(text);
  }
}
