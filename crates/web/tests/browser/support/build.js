import { execFileSync } from "node:child_process";
import path from "node:path";

import { chromium, repository } from "./programs.js";

/** Builds the program under test and the browser modules, unless `CAIRN` names a finished one. */
export default function build() {
  if (!chromium())
    throw new Error("Chromium is not installed. On Debian or Ubuntu: apt-get install chromium");
  if (process.env.CAIRN) return;
  try {
    execFileSync(path.join(repository, "scripts/wasm"), { stdio: "inherit" });
  } catch {
    console.error("The tests of the modules in the page are skipped.");
  }
  execFileSync("cargo", ["build", "--package", "cairn", "--locked"], { cwd: repository, stdio: "inherit" });
}
