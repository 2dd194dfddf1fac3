import { seriesTransform } from '../transform/series-transform.ts';
import { targetKind } from '../transform/target-kind.ts';

export const square = targetKind({
  name: 'square',
  rank: 7,
  parameter: { type: 'true', meaning: 'Mean square' },
  title: 'mean square',
  formula: 'z²',
  aliases: ['squared', 'meansquare', 'rms'],
  words: () => 'the mean of the squared quantity',
  g: () => (z) => z * z,
  // z² = 1 + √2·h_2.
  prepare: () => seriesTransform([1, 0, Math.SQRT2]),
});
