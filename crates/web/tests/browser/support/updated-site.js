// The site before and after an update: a server between the browser and `cairn serve` that changes
// the version in everything, and forgets the files of the version before.

import { once } from "node:events";
import http from "node:http";

export class UpdatedSite {
  #server;
  #http = http.createServer((request, response) => this.#answer(request, response));
  #isUpdated = false;
  /** @type {string | null} */
  #missing = null;
  oldVersion = "";
  newVersion = "feedfeedfeed";
  origin = "";

  /** @param {import("./server.js").Server} server */
  constructor(server) {
    this.#server = server;
  }

  /** @param {import("./server.js").Server} server */
  static async start(server) {
    const site = new UpdatedSite(server);
    const { text } = await server.request("GET", "/rules");
    site.oldVersion = /\/assets\/(\w+)\//.exec(text)?.[1] ?? "";
    site.#http.listen(0, "127.0.0.1");
    await once(site.#http, "listening");
    const address = site.#http.address();
    site.origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    return site;
  }

  /** Changes to the new version, perhaps without one of its files. @param {{ without?: string }} options */
  update({ without } = {}) {
    this.#isUpdated = true;
    this.#missing = without ?? null;
  }

  async stop() {
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, "close");
  }

  /** @param {http.IncomingMessage} request @param {http.ServerResponse} response */
  #answer(request, response) {
    const url = request.url ?? "/";
    const isGone = this.#isUpdated && url.includes(this.oldVersion);
    if (isGone || (this.#missing && url.endsWith(`/${this.#missing}`))) {
      response.writeHead(404).end();
      return;
    }
    const { hostname, port } = new URL(this.#server.origin);
    const headers = { ...request.headers, "accept-encoding": "identity" };
    const path = url.replaceAll(this.newVersion, this.oldVersion);
    const asked = http.request({ hostname, port, path, method: request.method, headers }, async (answer) => {
      const chunks = [];
      for await (const chunk of answer) chunks.push(chunk);
      delete answer.headers["content-length"];
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.end(this.#changed(Buffer.concat(chunks), String(answer.headers["content-type"])));
    });
    asked.on("error", () => response.destroy());
    request.pipe(asked);
  }

  /** @param {Buffer} body @param {string} type */
  #changed(body, type) {
    const isText = type.startsWith("text/") || type.includes("json");
    return this.#isUpdated && isText ? body.toString().replaceAll(this.oldVersion, this.newVersion) : body;
  }
}
