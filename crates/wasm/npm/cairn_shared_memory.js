// Memory that the engines of several workers share. The functions are those of a small module,
// which the engine calls directly.

const missing = () => {
  throw new Error("the worker is not connected to shared memory");
};

export let words = missing;
export let load = missing;
export let store = missing;
export let add = missing;

/**
 * Connects the engine of this worker to a memory. Has to be called before the engine is loaded.
 * @param {WebAssembly.Module} module `cairn_shared_memory.wasm`, compiled.
 * @param {WebAssembly.Memory} memory A shared one.
 */
export function connect(module, memory) {
  ({ words, load, store, add } = new WebAssembly.Instance(module, { shared: { memory } }).exports);
}
