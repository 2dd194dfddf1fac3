import { transformTable } from '../../numerics/transform-table.ts';
import { normalTail } from '../transform/normal-tail.ts';
import { targetKind } from '../transform/target-kind.ts';
import {
  byPieces,
  THRESHOLD,
  thresholdModulus,
  thresholdTransform,
} from '../transform/threshold-transform.ts';

export const outside = targetKind({
  name: 'outside',
  rank: 5,
  parameter: {
    ...THRESHOLD,
    meaning: 'Share of time further than this from 0 on either side',
    positive: true,
    // Nearer to 0, what is left of the variance loses its digits.
    least: {
      at: 1e-3,
      why: 'a trajectory is almost always further than this from 0, so the target hardly varies',
    },
    example: 1,
    typical: [0.1, 2.5],
  },
  title: 'time outside',
  formula: '1 where |z| > c',
  aliases: ['beyond', 'extreme', 'absolute'],
  words: (c, level) => `the share of time further than ${level(c)} from the mean`,
  g: (c) => (z) => (Math.abs(z) > c ? 1 : 0),
  levels: (c) => [-c, c],
  prepare: (c) => {
    const G = thresholdTransform(c);
    // C(r) = 2{G(r) + G(−r)}: four times the even terms of G.
    const series = G.series.map((value, k) => (k % 2 === 0 ? 4 * value : 0));
    const near = (u: number) => 2 * (G.nearOne(u) + G.nearMinusOne(u));
    // Odd, so that only arguments from 0 to 1 are asked about, where at 1 the first term alone is infinite.
    const derivative = (r: number) =>
      Math.sign(r) * 2 * (G.derivative(Math.abs(r)) - G.derivative(-Math.abs(r)));
    return {
      mean: 2 * normalTail(c),
      variance: near(0),
      firstCoefficient: 0,
      truncation: 0,
      transform: (r) => 2 * (byPieces(G, r) + byPieces(G, -r)),
      derivative,
      // C is even and rises with |r| at most twice as fast as G does.
      modulus: (range) => thresholdModulus([-c, c], derivative, range),
      table: transformTable({
        series,
        atOne: near(0),
        scale: G.atOne,
        layer: G.layer,
        nearOne: near,
        nearMinusOne: near,
      }),
    };
  },
});
