import { describe, expect, it } from 'vitest';
import { InvalidInput } from './input/invalid-input.ts';
import { functionTarget, target } from './target.ts';

// `truncation` is an upper bound of the error of C_g, against closed forms of C_g.

const PLACES = [-1, -0.999, -0.9, -0.5, -0.1, 0.2, 0.6, 0.9, 0.99, 0.9999, 1];

type Case = [
  name: string,
  g: (z: number) => number,
  transform: (r: number) => number,
  options: { terms?: number; breaks?: number[] },
  /** The bound may be no more than this share of the variance. */
  most: number,
];

const gaussianBump = (a: number) => (r: number) =>
  1 / Math.sqrt((1 - 2 * a) ** 2 - (2 * a * r) ** 2) - 1 / (1 - 2 * a);
const wave = (a: number) => (r: number) => (Math.exp(a * a * (r - 1)) - Math.exp(-a * a * (r + 1))) / 2;
const step = (c: number) => target({ above: c }).transform;

/** Cov(Uⁿ, Vⁿ) = Σ_k {n!/(2^m m! k!)}²·k!·r^k with k = n − 2m, in whole numbers. */
function power(n: number): (r: number) => number {
  const factorial = (k: number): bigint => (k < 2 ? 1n : BigInt(k) * factorial(k - 1));
  const terms: [number, number][] = [];
  for (let m = 0; n - 2 * m > 0; m++) {
    const k = n - 2 * m;
    const coefficient = factorial(n) / (2n ** BigInt(m) * factorial(m) * factorial(k));
    terms.push([k, Number(coefficient * coefficient * factorial(k))]);
  }
  return (r) => terms.reduce((sum, [k, c]) => sum + c * r ** k, 0);
}

const cases: Case[] = [
  ...[0.5, 3, 8, 12].map(
    (a): Case => [
      `e^(${a}z)`,
      (z) => Math.exp(a * z),
      (r) => Math.exp(a * a) * Math.expm1(a * a * r),
      {},
      1e-11,
    ],
  ),
  ...[0.1, 0.2].map((a): Case => [`e^(${a}z²)`, (z) => Math.exp(a * z * z), gaussianBump(a), {}, 1e-12]),
  ['e^(0.24z²)', (z) => Math.exp(0.24 * z * z), gaussianBump(0.24), {}, 1e-9],
  ['e^(0.24z²), 1000 terms', (z) => Math.exp(0.24 * z * z), gaussianBump(0.24), { terms: 1000 }, 1e-10],
  ['z³', (z) => z ** 3, power(3), {}, 1e-12],
  ['z⁶⁰', (z) => z ** 60, power(60), {}, 1e-11],
  ['z¹⁰⁰, a variance of 7e186', (z) => z ** 100, power(100), {}, 1e-10],
  ['sin(10z)', (z) => Math.sin(10 * z), wave(10), {}, 1e-11],
  ['sin(50z), 4096 terms', (z) => Math.sin(50 * z), wave(50), { terms: 4096 }, 1e-9],
  ['1e8 + z', (z) => 1e8 + z, (r) => r, {}, 1e-6],
  ['1e8 + z²', (z) => 1e8 + z * z, (r) => 2 * r * r, {}, 1e-6],
  ...[0, 0.5, 0.123456, -1.7].flatMap((c): Case[] => [
    [`a step at ${c}, not told`, (z) => (z > c ? 1 : 0), step(c), {}, 0.06],
    [`a step at ${c}`, (z) => (z > c ? 1 : 0), step(c), { breaks: [c] }, 0.06],
  ]),
  ['|z|', Math.abs, (r) => (2 / Math.PI) * (Math.sqrt(1 - r * r) + r * Math.asin(r) - 1), {}, 2e-4],
];

describe.each(cases)('%s', (_, g, transform, options, most) => {
  it('has no error above its truncation', () => {
    const made = functionTarget(g, options);
    for (const r of PLACES)
      expect(Math.abs(made.transform(r) - transform(r))).toBeLessThanOrEqual(made.truncation);
    expect(made.truncation).toBeLessThan(most * transform(1));
  });
});

it.each<[string, (z: number) => number, string]>([
  ['sin(50z) with 256 terms', (z) => Math.sin(50 * z), 'leaves out 0.5 of a variance of 0.5'],
  ['e^(0.249z²)', (z) => Math.exp(0.249 * z * z), 'does not converge by |z| = 52'],
  ['e^(0.3z²), whose variance is infinite', (z) => Math.exp(0.3 * z * z), 'is Infinity at -5'],
  ['sin(1e5z)', (z) => Math.sin(1e5 * z), 'changes too quickly'],
  ['1e17 + z', (z) => 1e17 + z, 'varies by less than rounding'],
  ['a constant', () => 0, 'does not vary'],
  ['another constant', () => 1e300, 'does not vary'],
  ['1e-150·z', (z) => 1e-150 * z, 'too far from 1 to compute with'],
  ['log z', Math.log, 'is NaN at -'],
  ['1/z', (z) => 1 / z, 'its variance is infinite'],
  ['|z|^−0.6', (z) => Math.abs(z) ** -0.6, 'its variance is infinite'],
])('refuses %s, with the reason', (_, g, why) => {
  expect(() => functionTarget(g)).toThrow(InvalidInput);
  expect(() => functionTarget(g)).toThrow(why);
});

it.each<[object, string]>([
  [{ terms: 1e9 }, 'the number of terms is no whole number from 1 to 20000: 1000000000'],
  [{ detail: 1e-9 }, 'the length of detail is not a number from 0.0001: 1e-9'],
  [{ breaks: [0.5, Number.NaN] }, 'a break is not a number: NaN'],
])('refuses %j before anything is made for it', (options, why) => {
  expect(() => functionTarget(Math.sin, options)).toThrow(why);
});
