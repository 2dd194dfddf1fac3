import { seriesTransform } from '../transform/series-transform.ts';
import { targetKind } from '../transform/target-kind.ts';

export const mean = targetKind({
  name: 'mean',
  rank: 1,
  parameter: { type: 'word', meaning: 'The weighted mean of the trajectory' },
  title: 'mean',
  formula: 'z',
  aliases: ['average', 'linear'],
  words: () => 'the mean over the horizon',
  g: () => (z) => z,
  linear: () => true,
  prepare: () => ({ ...seriesTransform([0, 1]), table: undefined }),
});
