import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../test/compared-with.ts';
import { scaledErfc } from './elementary/scaled-erfc.ts';
import { asin, atanh, cos, exp, hypot, log, log2, log10, pow, sin, tanh } from './elementary.ts';

const near = comparedWith(
  'exp, log, tanh, sin and other elementary functions (in units of the last place)',
  'mpmath, 40 digits',
);

const functions = { exp, tanh, log, log2, log10, pow, atanh, sin, cos, asin, hypot };
type Name = keyof typeof functions;

/** Arguments, the double next to the exact value, and how far off that is in units of its last place. */
const fixtures: Record<Name | 'scaledErfc', number[][]> = JSON.parse(
  readFileSync(new URL('../../fixtures/elementary.json', import.meta.url), 'utf8'),
);
const call = (name: Name, x: readonly number[]) => (functions[name] as (...x: number[]) => number)(...x);

const view = new DataView(new ArrayBuffer(8));

/** The distance to the next double, 2⁻¹⁰⁷⁴ for denormal numbers. */
function unit(x: number): number {
  view.setFloat64(0, Math.abs(x));
  view.setBigInt64(0, view.getBigInt64(0) + 1n);
  return view.getFloat64(0) - Math.abs(x);
}

/** The worst error over the fixtures: what each routine says of itself, or less. */
const WORST: Record<Name, number> = {
  exp: 0.56,
  tanh: 0.98,
  log: 0.65,
  log2: 0.51,
  log10: 0.51,
  pow: 0.6,
  atanh: 0.55,
  sin: 0.9,
  cos: 0.9,
  asin: 0.6,
  hypot: 0.51,
};
/** Powers are put together in two steps where results are denormal. */
const OF_DENORMAL: Partial<Record<Name, number>> = { exp: 1, pow: 1 };
const LEAST_NORMAL = 2.2250738585072014e-308;

describe('elementary functions', () => {
  it.each(Object.keys(WORST) as Name[])('%s is as near to 40 digits as it says', (name) => {
    expect(fixtures[name].length).toBeGreaterThan(100);
    for (const row of fixtures[name]) {
      const [x, nearest, away] = [row.slice(0, -2), row.at(-2)!, row.at(-1)!];
      const error = Math.abs((call(name, x) - nearest) / unit(nearest) - away);
      const isDenormal = Math.abs(nearest) < LEAST_NORMAL;
      const limit = (isDenormal ? OF_DENORMAL[name] : undefined) ?? WORST[name];
      near(error, limit, `${name}(${x.join(', ')})`);
    }
  });

  it('e^(x²)·erfc x is as near to 40 digits as it says', () => {
    const relative = comparedWith('e^(x²)·erfc x (relative)', 'mpmath, 40 digits');
    expect(fixtures.scaledErfc.length).toBeGreaterThan(300);
    for (const [x, nearest, away] of fixtures.scaledErfc) {
      const exact = nearest! + away! * unit(nearest!);
      relative(
        Math.abs((scaledErfc(x!) - nearest!) / exact - (away! * unit(nearest!)) / exact),
        1e-15,
        `${x}`,
      );
    }
  });

  it('has the limits of the language', () => {
    const odd = [0, 1, 2, 0.5, 3, 1e300, 5e-324, Number.POSITIVE_INFINITY].flatMap((x) => [x, -x]);
    const arguments_ = [...odd, Number.NaN];
    const agree = (got: number, wanted: number, what: string) => {
      if (Number.isFinite(wanted) && wanted !== 0)
        expect(Math.abs(got - wanted) <= 2 * unit(wanted), `${what} = ${got}, not ${wanted}`).toBe(true);
      else expect(Object.is(got, wanted), `${what} = ${got}, not ${wanted}`).toBe(true);
    };
    for (const name of Object.keys(WORST) as Name[])
      for (const x of arguments_) {
        if (name !== 'pow' && name !== 'hypot') agree(call(name, [x]), Math[name](x), `${name}(${x})`);
        else for (const y of arguments_) agree(call(name, [x, y]), Math[name](x, y), `${name}(${x}, ${y})`);
      }
  });

  it('has powers of ±1 for every finite exponent', () => {
    for (const y of [1, 2, 3, 1.5, 2 ** 52 + 1, 2 ** 53, 1e300, 1.3e302, Number.MAX_VALUE, 5e-324])
      for (const exponent of [y, -y]) {
        expect(pow(1, exponent)).toBe(1);
        // From 2⁵³ on every double is even.
        expect(pow(-1, exponent)).toBe(Number.isInteger(y) ? (y % 2 === 0 ? 1 : -1) : Number.NaN);
      }
  });

  it('is infinite from the first power on that no double is next to, and not before', () => {
    expect(pow(2, 1024)).toBe(Number.POSITIVE_INFINITY);
    expect(pow(4, 512)).toBe(Number.POSITIVE_INFINITY);
    expect(pow(2 ** -512, -2)).toBe(Number.POSITIVE_INFINITY);
    expect(pow(Number.MAX_VALUE, 1)).toBe(Number.MAX_VALUE);
    expect(pow(-Number.MAX_VALUE, 1)).toBe(-Number.MAX_VALUE);
  });

  it('is odd, even and exact where that is to be expected', () => {
    for (const name of ['sin', 'tanh', 'asin', 'atanh'] as const)
      for (const [x] of fixtures[name]) expect(call(name, [-x!])).toBe(-call(name, [x!]));
    for (const [x] of fixtures.cos) expect(cos(-x!)).toBe(cos(x!));
    for (let k = 0; k <= 22; k++) {
      expect(pow(10, k)).toBe(Number(`1e${k}`));
      expect(log10(Number(`1e${k}`))).toBe(k);
    }
    let power = 5e-324;
    for (let k = -1074; k <= 1023; k++, power *= 2) {
      expect(log2(power)).toBe(k);
      expect(pow(2, k)).toBe(power);
    }
    expect(hypot(3, 4)).toBe(5);
  });
});
