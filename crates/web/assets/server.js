// Asking the server something.

/** What the server says when something cannot be done. */
export class Problem extends Error {
  constructor(status, { code, message, hint, place } = {}) {
    super(message ?? `The server answered ${status}.`);
    this.status = status;
    this.code = code ?? "unknown";
    this.hint = hint;
    /** The bytes of a text that are wrong, if it is about one. */
    this.place = place;
  }

  /** For people. */
  get text() {
    const hint = this.hint && this.hint[0].toUpperCase() + this.hint.slice(1);
    return [this.message, hint].filter(Boolean).join(" ");
  }
}

const TRIES = 4;

/** Posts JSON and returns the JSON of the answer. If the server cannot be reached, it is
 * tried again a few times: everything that is posted may arrive twice. */
export async function post(path, body = {}) {
  for (let attempt = 1; ; attempt += 1) {
    let response;
    try {
      response = await fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify(body),
      });
    } catch (error) {
      if (attempt >= TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
      continue;
    }
    const json = await response.json().catch(() => ({}));
    if (response.ok) return json;
    throw new Problem(response.status, json);
  }
}
