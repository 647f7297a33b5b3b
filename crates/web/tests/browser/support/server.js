// `cairn serve` on a free port, with a database file of its own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";

import { expect } from "@playwright/test";

import { cairn } from "./programs.js";

/** @typedef {{ status: number, text: string }} Answer */

const json = { "content-type": "application/json" };

// No server survives the tests.
/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

export class Server {
  /** @type {import("node:child_process").ChildProcess | null} */
  #process = null;
  #folder = "";
  /** Scheme, host and port. */
  origin = "http://127.0.0.1:0";

  /** @type {string[]} */
  #options = [];

  /** Starts a server. @param {string[]} options More options of `cairn serve`. */
  static async start(...options) {
    const server = new Server();
    server.#options = options;
    server.#folder = await mkdtemp(path.join(os.tmpdir(), "cairn-browser-test-"));
    await server.restart();
    return server;
  }

  /** Starts the server, on the port that it had before. */
  async restart() {
    const child = spawn(
      cairn,
      [
        ...["serve", "--addr", new URL(this.origin).host || "127.0.0.1:0", "--log", "warn", "--threads", "2"],
        ...["--data", path.join(this.#folder, "games.db")],
        ...["--analysis-seconds", "4", "--evaluation-seconds", "2"],
        ...this.#options,
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    this.#process = child;
    running.add(child);
    child.once("exit", () => running.delete(child));
    const lines = readline.createInterface({ input: child.stderr });
    /** @type {string[]} */
    const log = [];
    this.origin = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", () => reject(new Error(`the server ended: ${log.join("\n")}`)));
      lines.on("line", (line) => {
        log.push(line);
        const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
        if (address) resolve(address);
        else process.stderr.write(`${line}\n`);
      });
    });
  }

  /** Ends the server without giving it a chance to react. */
  async kill() {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  }

  async stop() {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /**
   * Sends a request as a program without cookies. The path is sent as it is: `fetch` would
   * normalise it.
   * @param {string} method
   * @param {string} path
   * @param {{ headers?: Record<string, string>, body?: string }} [options]
   * @returns {Promise<Answer>}
   */
  request(method, path, { headers = {}, body = "" } = {}) {
    const { hostname, port } = new URL(this.origin);
    return new Promise((resolve, reject) => {
      const length = { "content-length": String(Buffer.byteLength(body)) };
      const options = { method, hostname, port, path, headers: { ...length, ...headers }, agent: false };
      const request = http.request(options, (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
        });
      });
      request.setTimeout(30_000, () => request.destroy(new Error("no answer within 30 seconds")));
      request.on("error", reject);
      request.end(body);
    });
  }

  /** @param {string} path */
  async getJson(path) {
    const { status, text } = await this.request("GET", path);
    expect(status, text).toBe(200);
    return JSON.parse(text);
  }

  /** @param {string} path @param {unknown} body */
  async postJson(path, body) {
    const { status, text } = await this.request("POST", path, { headers: json, body: JSON.stringify(body) });
    expect(status, text).toBe(200);
    return JSON.parse(text);
  }

  /** The game as the API describes it to anybody. @param {string} id */
  game(id) {
    return this.getJson(`/api/v1/games/${id}`);
  }
}
