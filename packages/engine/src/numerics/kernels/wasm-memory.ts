import { wasmBase64 } from './kernels-wasm.generated.ts';

/** A number that is an address in the module's memory. */
export type Pointer = number;

/** The module's numeric exports by name. */
type WasmFunctions = Record<string, (...args: number[]) => number>;

/**
 * The compiled module with a stack of scratch space. A call of a kernel copies its inputs in, runs, and copies its
 * result out: one call, one frame, so nothing has to be freed and a growing memory detaches no view that is kept.
 */
export interface WasmMemory {
  readonly functions: WasmFunctions;
  /** A number that the module exports, such as the size of its tiles. */
  constant(name: string): number;
  /** Drops everything that the previous call put in, but for what is kept. */
  begin(): void;
  /** Drops what is kept as well. */
  release(): void;
  /** Keeps everything that was put in since the last release. */
  keep(): void;
  /** Room for so many doubles, 16-byte aligned, not cleared. */
  reserve(doubles: number): Pointer;
  copyIn(values: Float64Array): Pointer;
  copyInInt32(values: Int32Array): Pointer;
  copyInFloat32(values: Float32Array): Pointer;
  copyOut(pointer: Pointer, doubles: number): Float64Array;
  copyOutInt32(pointer: Pointer, count: number): Int32Array;
  /** A view that the next `reserve` may detach: read it at once. */
  view(pointer: Pointer, doubles: number): Float64Array;
}

const PAGE = 65536;
const MOST_BYTES = 65535 * PAGE;

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/**
 * Where this runs there is no WebAssembly: Node was told to do without (--jitless), or a browser was locked down. Known by its
 * name, which it keeps on its way from another thread.
 */
class NoWebAssembly extends Error {
  override name = 'NoWebAssembly';
  constructor() {
    super('there is no WebAssembly, in which all numbers are computed');
  }
}

export function instantiateWasm(): WasmMemory {
  if (typeof WebAssembly === 'undefined') throw new NoWebAssembly();
  const instance = new WebAssembly.Instance(new WebAssembly.Module(decodeBase64(wasmBase64)), {});
  const exports = instance.exports as unknown as WasmFunctions & {
    memory: WebAssembly.Memory;
    heapBase: WebAssembly.Global;
    start(): void;
  };
  exports.start();
  const { memory } = exports;
  const base = (Number(exports.heapBase.value) + 63) & ~63;
  let kept = base;
  let top = base;

  const reserveBytes = (bytes: number): Pointer => {
    const pointer = top;
    // Not by bits, which are 32 here: addresses go up to 4 GiB.
    top += 16 * Math.ceil(bytes / 16);
    if (top > MOST_BYTES)
      throw new RangeError(
        `this needs ${Math.ceil((top - base) / 0x100000)} MiB of scratch space; at most 4095 are to be had`,
      );
    const missing = top - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return pointer;
  };
  const reserve = (doubles: number) => reserveBytes(8 * doubles);
  const copied =
    <Values extends Float64Array | Int32Array | Float32Array>(
      Kind: new (buffer: ArrayBuffer, pointer: Pointer, length: number) => Values,
    ) =>
    (values: Values): Pointer => {
      const pointer = reserveBytes(values.byteLength);
      new Kind(memory.buffer, pointer, values.length).set(values);
      return pointer;
    };

  return {
    functions: exports,
    constant: (name) => Number((exports as unknown as Record<string, WebAssembly.Global>)[name]!.value),
    begin: () => {
      top = kept;
    },
    release: () => {
      kept = base;
      top = base;
    },
    keep: () => {
      kept = top;
    },
    reserve,
    copyIn: copied(Float64Array),
    copyInInt32: copied(Int32Array),
    copyInFloat32: copied(Float32Array),
    copyOut: (pointer, doubles) => new Float64Array(memory.buffer, pointer, doubles).slice(),
    copyOutInt32: (pointer, count) => new Int32Array(memory.buffer, pointer, count).slice(),
    view: (pointer, doubles) => new Float64Array(memory.buffer, pointer, doubles),
  };
}
