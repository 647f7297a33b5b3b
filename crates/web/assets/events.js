// Server-sent events in answer to a request. `EventSource` can neither post nor be told to
// stop at the end.

import { Problem } from "./server.js";

/** @typedef {(name: string, data: any) => void} OnEvent */

/**
 * Sends a request, as a POST if there is a body, and calls `onEvent` for each event until
 * the stream ends.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal | undefined} signal
 * @param {OnEvent} onEvent
 */
export async function stream(path, body, signal, onEvent) {
  const response = await fetch(path, {
    method: body ? "POST" : "GET",
    headers: { accept: "text/event-stream", ...(body ? { "content-type": "application/json" } : {}) },
    body: body ? JSON.stringify(body) : undefined,
    signal,
  });
  if (!response.ok) throw await Problem.of(response);
  if (!response.body) return;
  const parser = new EventParser(onEvent);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    parser.push(value);
  }
}

/** Cuts a stream of text into events. */
export class EventParser {
  #text = "";
  #onEvent;

  /** @param {OnEvent} onEvent */
  constructor(onEvent) {
    this.#onEvent = onEvent;
  }

  /**
   * Takes the next part of the stream.
   * @param {string} part
   */
  push(part) {
    const events = (this.#text + part).split("\n\n");
    this.#text = events.pop() ?? "";
    for (const event of events) this.#read(event);
  }

  /** @param {string} event */
  #read(event) {
    let name = "message";
    let data = "";
    for (const line of event.split("\n")) {
      if (line.startsWith("event:")) name = line.slice(6).trim();
      if (line.startsWith("data:")) data += line.slice(5).trim();
    }
    if (data) this.#onEvent(name, JSON.parse(data));
  }
}
