// The browser modules, loaded by Node.js.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { targetFolder } from "./programs.js";

/** @import { BoardModule, EngineModule } from "../../../types/modules.d.ts" */

/** Folder into which `scripts/wasm` puts the modules. */
export const packageFolder = path.join(targetFolder, "wasm", "module");

/** Whether the modules are built; without the target for WebAssembly they are not. */
export const areBuilt = existsSync(path.join(packageFolder, "cairn_board_bg.wasm"));

/** @param {string} name */
async function load(name) {
  const module = await import(pathToFileURL(path.join(packageFolder, `${name}.js`)).href);
  module.initSync({ module: readFileSync(path.join(packageFolder, `${name}_bg.wasm`)) });
  return module;
}

/** @returns {Promise<BoardModule>} */
export const loadBoard = () => load("cairn_board");

/** @returns {Promise<EngineModule>} */
export const loadEngine = () => load("cairn_engine");
