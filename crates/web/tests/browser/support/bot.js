// Cairn's engine in a process of its own, so that the tests find sensible moves.

import { spawn } from "node:child_process";
import readline from "node:readline";

import { cairn } from "./programs.js";

export class Bot {
  #process;
  #lines;

  /** @param {string} game */
  constructor(game) {
    this.#process = spawn(cairn, ["ugi", game], { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = readline.createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    this.#process.stdin.write("setoption name Hash value 2\n");
  }

  /**
   * Returns a move that looks a few plies ahead, so that games come to an end.
   * @param {string} start
   * @param {string[]} moves
   * @returns {Promise<string>}
   */
  async choose(start, moves) {
    const played = moves.length ? ` moves ${moves.join(" ")}` : "";
    this.#process.stdin.write(`position fen ${start}${played}\ngo nodes 2000\n`);
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error("the engine ended");
      if (value.startsWith("bestmove ")) return value.slice("bestmove ".length).trim();
    }
  }

  stop() {
    this.#process.kill("SIGKILL");
  }
}
