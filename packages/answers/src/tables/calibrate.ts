import type { CalibrateResult } from '@sightline/study';
import { tidyTable } from './tidy-table.ts';

export const calibrateTables = [
  tidyTable(
    'protocols',
    'a protocol',
    {
      protocol: 'its name',
      value: 'the estimate',
      low: 'lower end of its interval',
      high: 'upper end',
      corrected: 'of the best-linear value: without the sample’s optimism; the interval is of this one',
      rmse: '√(V·(1 − value)), in the unit of the target',
      rmseLow: 'lower end of its interval',
      rmseHigh: 'upper end',
      correctedRmse: 'of the corrected value',
      completeValue: 'where readings may be missing: the value with every reading',
      designEffect:
        'where units have several trajectories: how many times the variance is that of independent ones',
      lowerBound: 'whether the value is a lower bound',
      inBestSet: 'whether no other protocol is distinguishably better',
      cost: 'sum of the costs of its actions',
      actions: 'their number',
    },
    ({ protocols, bestSet }: CalibrateResult) =>
      Object.entries(protocols).map(([protocol, one]) => ({
        ...one,
        protocol,
        rmseLow: one.rmseInterval.low,
        rmseHigh: one.rmseInterval.high,
        lowerBound: one.lowerBound ?? false,
        inBestSet: bestSet.includes(protocol),
      })),
  ),
  tidyTable(
    'comparisons',
    'a pair of protocols',
    {
      a: 'the one with the larger estimate',
      b: 'the other',
      difference: 'in value, a less b',
      low: 'lower end of its interval, which holds for all pairs together',
      high: 'upper end',
      aloneLow: 'lower end of the interval of this pair alone',
      aloneHigh: 'upper end',
      distinguishable: 'whether the two can be told apart',
    },
    ({ comparisons }: CalibrateResult) =>
      comparisons.map(({ alone, ...pair }) => ({ ...pair, aloneLow: alone.low, aloneHigh: alone.high })),
  ),
  tidyTable(
    'classes',
    'a nested class of protocols, where the study has some',
    {
      class: 'its name',
      size: 'protocols in it',
      best: 'the one with the largest estimate, where it has a name',
      value: 'that estimate',
      restriction: 'how far that lies below the best of all classes',
      epsilon: 'the uniform error over the class',
      guarantee: 'what selecting from the class can lose at most',
      regret: 'what selecting from it loses on average',
      guaranteed: 'whether the guaranteed loss is the least',
      selected: 'whether the average loss is the least',
    },
    ({ resolution }: CalibrateResult) =>
      (resolution?.classes ?? []).map(({ name, best, ...rest }) => ({
        ...rest,
        class: name,
        best: best.name,
        guaranteed: name === resolution?.guaranteed,
        selected: name === resolution?.selected,
      })),
  ),
  tidyTable(
    'heldOut',
    'a protocol, on units left out: whether the Gaussian law fits',
    {
      protocol: 'its name',
      promised: 'R² under the law of the data as they were measured',
      reached: 'R² on units that were left out',
      standardError: 'of that, by unit',
      differs: 'whether the two are further apart than chance explains',
    },
    ({ fit }: CalibrateResult) =>
      Object.entries(fit?.heldOut?.protocols ?? {}).flatMap(([protocol, one]) =>
        one ? [{ ...one, protocol }] : [],
      ),
  ),
];
