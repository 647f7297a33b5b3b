// The programs that the tests run: Cairn itself and a browser.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../../../../../", import.meta.url));

/** Cargo's build folder. */
export const targetFolder = path.resolve(repository, process.env.CARGO_TARGET_DIR ?? "target");

/** The program under test; `CAIRN` names another one. */
export const cairn = process.env.CAIRN ?? path.join(targetFolder, "debug", "cairn");

/** Path of the installed Chromium, or of the browser that `CHROMIUM` names. */
export function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome"];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(existsSync);
}

/** @typedef {{ game: string, title: string, start: string }} RuleSet */

/** All rule sets, as `cairn games` lists them. Empty until the program is built. */
export const ruleSets = existsSync(cairn) ? listRuleSets() : [];

/** @returns {RuleSet[]} */
function listRuleSets() {
  return JSON.parse(execFileSync(cairn, ["games", "--json"], { encoding: "utf8" })).games;
}
