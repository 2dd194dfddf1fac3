import type { IdentifyResult } from '@sightline/study';
import { ACTION_COLUMNS, actionCells } from './chosen-actions.ts';
import { gridTimes } from './grid-times.ts';
import { tidyTable } from './tidy-table.ts';

export const identifyTables = [
  tidyTable(
    'alternatives',
    'an alternative protocol',
    {
      alternative: 'its name',
      verdict: 'identified, not-identified or undecided',
      why: 'the reason in a sentence',
      value: 'its value under the law given or estimated',
      standardError: 'of that value, where it was smoothed from sparse readings',
      rmse: 'the error of that value, in the unit of the target',
      lowerBound: 'whether the value is a lower bound',
      sensitivity: 'the largest derivative of the value along an invisible direction of norm 1',
      low: 'the least value that is possible with the same benchmark',
      high: 'the largest one',
      lowStatus: 'exact (proved) or attained (more may be possible)',
      highStatus: 'the same of the other end',
      augmentationCost:
        'what it costs to measure the actions that would settle it; empty where there are none',
    },
    ({ alternatives }: IdentifyResult) =>
      Object.entries(alternatives).map(([alternative, one]) => ({
        ...one,
        ...one.range,
        alternative,
        lowerBound: one.lowerBound ?? false,
        augmentationCost: one.augmentation?.cost,
      })),
  ),
  tidyTable(
    'actions',
    'an action that, measured in addition with the others of its alternative, settles the value',
    {
      alternative: 'the alternative',
      ...ACTION_COLUMNS,
      with: 'of several realised protocols, the one on whose units',
    },
    ({ alternatives }: IdentifyResult) =>
      Object.entries(alternatives).flatMap(([alternative, { augmentation }]) =>
        augmentation
          ? actionCells(augmentation).map((cells, i) => ({
              alternative,
              ...cells,
              with: augmentation.with?.[i],
            }))
          : [],
      ),
  ),
  tidyTable(
    'worlds',
    'a law with the same benchmark: two for each alternative that is not identified',
    {
      alternative: 'the alternative',
      world: '1 with the lower value, 2 with the higher one',
      value: 'the value of the alternative there',
      lowerBound: 'whether that is a lower bound',
    },
    ({ alternatives }: IdentifyResult) =>
      Object.entries(alternatives).flatMap(([alternative, { worlds }]) =>
        worlds.map(({ value, lowerBound = false }, i) => ({ alternative, world: i + 1, value, lowerBound })),
      ),
  ),
  tidyTable(
    'cells',
    'a pair of times in a world, where covariances are written (up to 32 points, or with --worlds)',
    {
      alternative: 'the alternative',
      world: '1 or 2',
      one: 'a time of the grid',
      other: 'another one, or the same',
      covariance: 'of the latent quantity at the two',
    },
    ({ alternatives, grid }: IdentifyResult) => {
      const times = gridTimes(grid);
      return Object.entries(alternatives).flatMap(([alternative, { worlds }]) =>
        worlds.flatMap(({ covariance }, i) =>
          (covariance ?? []).flatMap((row, j) =>
            row.map((entry, k) => ({
              alternative,
              world: i + 1,
              one: times[j],
              other: times[k],
              covariance: entry,
            })),
          ),
        ),
      );
    },
  ),
];
