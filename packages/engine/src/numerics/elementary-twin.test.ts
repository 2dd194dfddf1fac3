import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileAssembly } from '../../../../scripts/compile-assembly.mjs';
import { asin, atanh, cos, exp, hypot, log, log2, log10, pow, sin, tanh } from './elementary.ts';
import { fillUniform, randomStream } from './random/random-stream.ts';

type Elementary = Record<string, (...x: number[]) => number>;
const plain: Elementary = { exp, tanh, log, log2, log10, pow, atanh, sin, cos, asin, hypot };
const fixtures: Record<string, number[][]> = JSON.parse(
  readFileSync(new URL('../../fixtures/elementary.json', import.meta.url), 'utf8'),
);
const RANDOM = 20_000;

/** Doubles of every kind: uniform bits, so all exponents, both signs, denormal numbers and some NaN. */
function doubles(name: string): Float64Array {
  const uniforms = new Float64Array(2 * RANDOM);
  fillUniform(randomStream(5, name), uniforms);
  const words = Uint32Array.from(uniforms, (u) => u * 0x100000000);
  return new Float64Array(words.buffer);
}

/** The arguments where functions of this kind change their ways, and where they have most to do. */
function ordinary(name: string): Float64Array {
  const out = new Float64Array(RANDOM);
  fillUniform(randomStream(6, name), out);
  return out.map((u, i) => (u - 0.5) * [2, 4, 50, 1500, 2e7][i % 5]!);
}

describe('elementary functions in WebAssembly', () => {
  let wasm: Elementary;
  beforeAll(async () => {
    const { exports } = new WebAssembly.Instance(
      new WebAssembly.Module(new Uint8Array(await compileAssembly('elementary.ts'))),
      {},
    );
    wasm = exports as unknown as Elementary;
    wasm.start!();
  });

  it.each(Object.keys(plain))('%s has the same bytes', (name) => {
    const [own, other] = [plain[name]!, wasm[name]!];
    const two = own.length === 2;
    const special = [
      0,
      1,
      0.25,
      0.5,
      20,
      708,
      710,
      -746,
      1.5e6,
      1e300,
      5e-324,
      Number.MAX_VALUE,
      Number.POSITIVE_INFINITY,
    ];
    const both = [...special, ...special.map((x) => -x), Number.NaN];
    const differ: number[][] = [];
    const compare = (...x: number[]) => {
      if (!Object.is(own(...x), other(...x))) differ.push(x);
    };
    for (const row of fixtures[name]!) compare(...row.slice(0, -2));
    for (const x of both) for (const y of two ? both : [0]) compare(...(two ? [x, y] : [x]));
    for (const values of [doubles(name), ordinary(name)])
      for (let i = 0; i + 1 < values.length; i++)
        compare(...(two ? [values[i]!, values[i + 1]!] : [values[i]!]));
    expect(differ).toEqual([]);
  });
});
