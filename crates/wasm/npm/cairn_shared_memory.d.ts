/** Connects the engine of this worker to a shared memory. Has to be called before the engine is loaded. */
export function connect(module: WebAssembly.Module, memory: WebAssembly.Memory): void;
