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
    this.say("setoption name Hash value 2");
  }

  /**
   * Returns a move that looks a few plies ahead, so that games come to an end.
   * @param {string} start
   * @param {string[]} moves
   * @returns {Promise<string>}
   */
  async choose(start, moves) {
    const played = moves.length ? ` moves ${moves.join(" ")}` : "";
    this.say(`position fen ${start}${played}`);
    return this.bestMove("go nodes 2000");
  }

  /** Sends the engine a command. @param {string} line */
  say(line) {
    this.#process.stdin.write(`${line}\n`);
  }

  /**
   * Returns the move that the engine chooses.
   * @param {string} go
   * @returns {Promise<string>}
   */
  async bestMove(go) {
    this.say(go);
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
