// Events that a server sends in answer to a question of ours. `EventSource` can neither
// post nor be told to stop at the end.

import { Problem } from "./server.js";

/** Asks, and calls `onEvent(name, data)` for each event until the stream ends. Ends early
 * if the signal says so. */
export async function stream(path, body, signal, onEvent) {
  const response = await fetch(path, {
    method: body ? "POST" : "GET",
    headers: { accept: "text/event-stream", ...(body && { "content-type": "application/json" }) },
    body: body ? JSON.stringify(body) : undefined,
    signal,
  });
  if (!response.ok) throw new Problem(response.status, await response.json().catch(() => ({})));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      tell(text.slice(0, end), onEvent);
      text = text.slice(end + 2);
    }
  }
}

function tell(event, onEvent) {
  let name = "message";
  let data = "";
  for (const line of event.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    if (line.startsWith("data:")) data += line.slice(5).trim();
  }
  if (data) onEvent(name, JSON.parse(data));
}
