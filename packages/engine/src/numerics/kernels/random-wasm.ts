import type { RandomKernels } from './random-kernels.ts';
import type { WasmMemory } from './wasm-memory.ts';

/** 2³². */
const WORD = 0x100000000;
/** Numbers that are made at a time, so that they are still in the cache when they are copied. */
const CHUNK = 2048;

export function randomWasm(memory: WasmMemory): RandomKernels {
  return {
    fillNormals: (block, [origin0, origin1], [key0, key1], out) => {
      memory.begin();
      const room = memory.reserve(CHUNK);
      const tails = memory.reserve(CHUNK / 2 + 1);
      const made = memory.view(room, CHUNK);
      for (let i = 0; i < out.length; i += CHUNK) {
        const count = Math.min(CHUNK, out.length - i);
        const lower = block + i / 2;
        const blocks = 4 * Math.ceil(count / 8);
        memory.functions.normals!(lower, lower / WORD, origin0, origin1, key0, key1, blocks, room, tails);
        out.set(count === CHUNK ? made : made.subarray(0, count), i);
      }
    },
  };
}
