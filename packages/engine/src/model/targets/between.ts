import { exp, square } from '../../numerics/elementary.ts';
import { transformTable } from '../../numerics/transform-table.ts';
import { normalTail, shareBetween } from '../transform/normal-tail.ts';
import { targetKind } from '../transform/target-kind.ts';
import {
  byPieces,
  layerOf,
  plackettIntegral,
  stepCoefficients,
  THRESHOLD,
  thresholdModulus,
  thresholdSize,
} from '../transform/threshold-transform.ts';

/** Narrower, a share of a ten-thousandth or so of the time is left, and its variance is a difference of larger terms. */
const NARROWEST = 1e-3;

/**
 * 1{a ≤ z ≤ b} = 1{z ≥ a} − 1{z > b}. With T(c, d; r) the covariance of 1{U > c} and 1{V > d}, C = T(a, a) + T(b, b) − 2T(a, b),
 * and by Plackett's identity ∂T/∂r = exp{−m²/(1 + r) − h²/(1 − r)}/(2π√(1 − r²)), m and h half the sum and half the difference of
 * c and d.
 */
export const between = targetKind({
  name: 'between',
  rank: 4,
  parameter: {
    type: 'range',
    symbol: '[a, b]',
    meaning: 'Share of time between these levels, both of them included',
    ends: [
      { ...THRESHOLD, name: 'from', symbol: 'a' },
      { ...THRESHOLD, name: 'to', symbol: 'b' },
    ],
    narrowest: {
      at: NARROWEST,
      why: 'a trajectory is almost never between two levels this close, so the target hardly varies',
    },
    example: [-1, 1],
  },
  title: 'time in range',
  formula: '1 where a ≤ z ≤ b',
  aliases: ['within', 'inside', 'range', 'inrange', 'timeinrange', 'tir'],
  words: ([a, b], level) => `the share of time between ${level(a, b)}`,
  g:
    ([a, b]) =>
    (z) =>
      z >= a && z <= b ? 1 : 0,
  levels: (ends) => ends,
  steps: ([a, b]) => [
    { sign: 1, level: a },
    { sign: -1, level: b },
  ],
  prepare: ([a, b]) => {
    const m = thresholdSize((a + b) / 2);
    const h = (b - a) / 2;
    const [fromA, fromB] = [stepCoefficients(a), stepCoefficients(b)];
    const series = fromA.map((own, k) => (k === 0 ? 0 : square(own - fromB[k]!) / k));
    const out = normalTail(-a) + normalTail(b);
    const share = shareBetween(a, b);
    const variance = share * out;
    const integrals = (u: number, sign: 1 | -1) => {
      const of = (mean: number, half: number) =>
        sign === 1 ? plackettIntegral(mean, half, u) : plackettIntegral(half, mean, u);
      return (of(thresholdSize(a), 0) + of(thresholdSize(b), 0) - 2 * of(m, h)) / (2 * Math.PI);
    };
    const atMinusOne = mirrored(a, b, share, out);
    const nearOne = (u: number) => variance - integrals(u, 1);
    const nearMinusOne = (u: number) => atMinusOne + integrals(u, -1);
    const derivative = (r: number) => {
      const of = (mean: number, half: number) => exp(-(over(mean, 1 + r) + over(half, 1 - r)));
      const top = of(a, 0) + of(b, 0) - 2 * of(m, h);
      return top === 0 ? 0 : top / (2 * Math.PI * Math.sqrt((1 - r) * (1 + r)));
    };
    const layer = Math.min(...[a, b, m].map((size) => layerOf(thresholdSize(size)) ?? 1));
    return {
      mean: share,
      variance,
      firstCoefficient: fromA[1]! - fromB[1]!,
      truncation: 0,
      transform: (r) => byPieces({ series, nearOne, nearMinusOne }, r),
      derivative,
      // No term of the series is negative: |C'| is largest at |r|, where it is at most what the two thresholds have together.
      modulus: (range) => thresholdModulus([a, b], derivative, range),
      table: transformTable({
        series,
        atOne: variance,
        scale: Math.max(variance, normalTail(a) * normalTail(-a), normalTail(b) * normalTail(-b)),
        layer: layer < 1 ? layer : undefined,
        layerAtOne: layerOf(h),
        nearOne,
        nearMinusOne,
      }),
    };
  },
});

/** x²/y, and 0 where x is. */
const over = (x: number, y: number) => (x === 0 ? 0 : square(x) / y);

/** C(−1): P(a ≤ U ≤ b, a ≤ −U ≤ b) less the share squared, by what is left out where that is the smaller part. */
function mirrored(a: number, b: number, share: number, out: number): number {
  const reach = Math.min(b, -a);
  if (reach <= 0) return -square(share);
  const left = 2 * normalTail(reach);
  return share > 0.5 ? 2 * out - square(out) - left : 1 - left - square(share);
}
