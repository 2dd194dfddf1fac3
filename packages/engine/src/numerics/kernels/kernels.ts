import type { DenseKernels } from './dense-kernels.ts';
import { denseWasm } from './dense-wasm.ts';
import type { FamilyKernels } from './family-kernels.ts';
import { familyWasm } from './family-wasm.ts';
import type { RandomKernels } from './random-kernels.ts';
import { randomWasm } from './random-wasm.ts';
import { instantiateWasm } from './wasm-memory.ts';

/** The hot loops behind one interface; the tests have a twin of them in plain TypeScript, and run over both. */
export interface Kernels extends DenseKernels, FamilyKernels, RandomKernels {
  readonly name: 'webassembly' | 'typescript';
}

/** A module instance of its own, with its own memory. */
export function wasmKernels(): Kernels {
  const memory = instantiateWasm();
  return { name: 'webassembly', ...denseWasm(memory), ...familyWasm(memory), ...randomWasm(memory) };
}

let shared: Kernels | undefined;

/** The kernels that functions use unless told otherwise: WebAssembly, made on first use. */
export function defaultKernels(): Kernels {
  shared ??= wasmKernels();
  return shared;
}
