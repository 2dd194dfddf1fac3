import { describe, expect, it } from 'vitest';
import { scaledErfc } from '../../numerics/elementary/scaled-erfc.ts';
import { exp } from '../../numerics/elementary.ts';
import { fillUniform, randomStream } from '../../numerics/random/random-stream.ts';
import { lostBelowOne } from '../../numerics/step-covariance.ts';
import { localExponentials, localSteps } from './local-transform.ts';
import { normalTail } from './normal-tail.ts';
import { plackettIntegral } from './threshold-transform.ts';

const uniform = (count: number) => {
  const out = new Float64Array(count);
  fillUniform(randomStream(9, count), out);
  return out;
};

it('erfc is twice the normal tail, from 0 to where nothing is left', () => {
  for (let c = 0; c < 37; c += 0.037) {
    const tail = 0.5 * exp((-c * c) / 2) * scaledErfc(c * Math.SQRT1_2);
    // The exponential of c²/2 is as exact as its argument.
    expect(Math.abs(tail / normalTail(c) - 1)).toBeLessThan(4e-15 + 3e-16 * c * c);
  }
  for (const x of [11.999999, 12, 12.000001]) expect(scaledErfc(x) / scaledErfc(x + 1e-9)).toBeCloseTo(1, 9);
});

it('what is lost below one is Plackett’s integral by quadrature, thresholds alike or not, near one or not', () => {
  const draws = uniform(6000);
  for (let i = 0; i < 6000; i += 3) {
    const c = (draws[i]! - 0.5) * (i % 2 === 0 ? 6 : 19);
    const apart = (draws[i + 1]! - 0.5) * [8, 1, 1e-2, 1e-5, 1e-9, 0][i % 6]!;
    let w = 0.5;
    for (let n = 0; n <= i % 5; n++) w *= draws[i + 2]!;
    const m = Math.abs(c + apart / 2);
    const wanted = plackettIntegral(m, Math.abs(apart) / 2, Math.sqrt(w)) / (2 * Math.PI);
    expect(Math.abs(lostBelowOne(c, c + apart, w) - wanted)).toBeLessThan(2e-14 * exp((-m * m) / 2) + 1e-300);
  }
});

describe('C_jk', () => {
  const levels = Float64Array.of(-1.3, 0, 1e-9, 0.4, 2.2, 6, 40);
  const upper = levels.map((c) => c + 0.7);
  const kinds = {
    above: localSteps([{ sign: 1, levels }]),
    below: localSteps([{ sign: -1, levels }]),
    between: localSteps([
      { sign: 1, levels },
      { sign: -1, levels: upper },
    ]),
    exponentials: localExponentials(
      levels.map((c) => c / 10),
      levels.map((c) => 0.2 + Math.abs(c) / 30),
    ),
  };
  it.each(Object.entries(kinds))(
    '%s: symmetric, 0 at 0, the variance at 1, joined where series end, with its slope',
    (_, one) => {
      const { points } = one.table;
      for (let j = 0; j < points; j++) {
        const own = one.variances[j]!;
        expect(Math.abs(one.transform(j, j, 1) - own)).toBeLessThan(1e-14 * own + 1e-18);
        for (let k = 0; k < points; k++) {
          const size = Math.sqrt(own * one.variances[k]!) + 1e-18;
          expect(Math.abs(one.transform(j, k, 0))).toBe(0);
          for (const r of [-1, -0.9, -0.3, 0.2, 0.7, 0.95, 1]) {
            expect(Math.abs(one.transform(j, k, r) - one.transform(k, j, r))).toBeLessThan(1e-13 * size);
            // Cauchy and Schwarz.
            expect(Math.abs(one.transform(j, k, r))).toBeLessThan(size * (1 + 1e-10));
          }
          for (const r of [0.7, -0.7]) {
            const jump = one.transform(j, k, r) - one.transform(j, k, r * (1 + 1e-13));
            expect(Math.abs(jump)).toBeLessThan(1e-12 * size);
          }
          for (const r of [-0.8, -0.4, 0.3, 0.85]) {
            const slope = (one.transform(j, k, r + 1e-5) - one.transform(j, k, r - 1e-5)) / 2e-5;
            expect(Math.abs(slope - one.derivative(j, k, r))).toBeLessThan(1e-6 * (Math.abs(slope) + size));
          }
        }
      }
      const whole = one.modulus();
      const half = one.modulus(0.5);
      for (let j = 0; j < points; j++)
        for (let k = 0; k < points; k++)
          for (let a = -20; a < 20; a++) {
            const moved = Math.abs(one.transform(j, k, (a + 1) / 20) - one.transform(j, k, a / 20));
            expect(moved).toBeLessThan(
              whole.L * (whole.beta === 1 ? 0.05 : Math.sqrt(0.05)) * (1 + 1e-9) + 1e-15,
            );
            if (a >= -10 && a < 10) expect(moved).toBeLessThan(half.L * 0.05 * (1 + 1e-9) + 1e-15);
          }
    },
  );
});
