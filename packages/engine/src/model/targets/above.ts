import { transformTable } from '../../numerics/transform-table.ts';
import { normalTail } from '../transform/normal-tail.ts';
import { targetKind } from '../transform/target-kind.ts';
import {
  byPieces,
  THRESHOLD,
  thresholdModulus,
  thresholdTransform,
} from '../transform/threshold-transform.ts';

export const above = targetKind({
  name: 'above',
  rank: 2,
  parameter: { ...THRESHOLD, meaning: 'Share of time above this level' },
  title: 'time above',
  formula: '1 where z > c',
  aliases: ['threshold', 'exceeds', 'over', 'greater', 'timeabove', 'tar'],
  words: (c, level) => `the share of time above ${level(c)}`,
  g: (c) => (z) => (z > c ? 1 : 0),
  levels: (c) => [c],
  steps: (c) => [{ sign: 1, level: c }],
  prepare: (c) => {
    const G = thresholdTransform(c);
    return {
      mean: normalTail(c),
      variance: G.atOne,
      firstCoefficient: Math.sqrt(G.series[1]!),
      truncation: 0,
      transform: (r) => byPieces(G, r),
      derivative: G.derivative,
      modulus: (range) => thresholdModulus([c], G.derivative, range),
      table: transformTable(G),
    };
  },
});
