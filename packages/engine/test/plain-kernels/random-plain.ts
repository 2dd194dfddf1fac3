import type { RandomKernels } from '../../src/numerics/kernels/random-kernels.ts';
import { normalQuantile } from '../../src/numerics/normal-quantile.ts';
import { philox } from '../../src/numerics/philox.ts';
import { uniformOf } from '../../src/numerics/uniform-bits.ts';

/** 2³². */
const WORD = 0x100000000;
const words = new Uint32Array(1024);

export function randomPlain(): RandomKernels {
  return {
    fillNormals: (block, origin, key, out) => {
      for (let i = 0; i < out.length; i += words.length / 2) {
        const lower = block + i / 2;
        const wanted = Math.min(words.length, 4 * Math.ceil((out.length - i) / 2));
        philox(lower, lower / WORD, origin[0], origin[1], key[0], key[1], words.subarray(0, wanted));
        const end = Math.min(wanted / 2, out.length - i);
        for (let k = 0; k < end; k++)
          out[i + k] = normalQuantile(uniformOf(words[2 * k]!, words[2 * k + 1]!));
      }
    },
  };
}
