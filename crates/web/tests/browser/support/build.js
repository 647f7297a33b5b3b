import { execFileSync } from "node:child_process";

import { chromium, repository } from "./programs.js";

/** Builds the program under test, unless `CAIRN` names a finished one. */
export default function build() {
  if (!chromium())
    throw new Error("Chromium is not installed. On Debian or Ubuntu: apt-get install chromium");
  if (process.env.CAIRN) return;
  execFileSync("cargo", ["build", "--package", "cairn", "--locked"], { cwd: repository, stdio: "inherit" });
}
