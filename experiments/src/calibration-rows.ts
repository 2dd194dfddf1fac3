// What Figure 2 says in numbers, published beside computed.

import { fitPowerLaw, meanAndDeviation, quantile } from '@sightline/engine';
import { atUnits, type CalibrationSetting, logSlope, type Replication } from './calibration-replications.ts';
import { TAIL } from './figure-2.ts';
import { PUBLISHED } from './published.ts';
import { exactRow, type Row, simulatedRow } from './row.ts';

/** Figure 2a: slopes of the uniform error, and its mean at the smallest and the largest number of units. */
export function figure2aRows({ units }: CalibrationSetting, found: readonly Replication[]): Row[] {
  const slopes = (name: string, t: number, published: number, tail: number): Row[] => {
    const error = (replication: Replication) => replication.error[t]!;
    const all = logSlope(found, units, error);
    const last = logSlope(found, TAIL, error);
    return [
      simulatedRow(`slope, ${name}`, published, all.slope, all.standardError),
      simulatedRow(`tail slope, ${name}`, tail, last.slope, last.standardError),
    ];
  };
  // Read off the figure, and from an independent run of 200 replications.
  const means = (
    [
      [25, 0.246],
      [1000, 0.054],
    ] as const
  ).map(([m, published]) => {
    const { mean, standardError } = atUnits(found, m, (replication) => replication.error[0]!);
    return simulatedRow(`uniform error, mean, m = ${m}`, published, mean, standardError);
  });
  return [
    ...slopes('mean', 0, PUBLISHED.numSlopeMean, PUBLISHED.numTailSlopeMean),
    ...slopes('above 0', 1, PUBLISHED.numSlopeOccZero, PUBLISHED.numTailSlopeOccZero),
    ...means,
  ];
}

/** Figure 2c,d: class sizes, regret of the coarsest and the finest class, uniform error of the finest. */
export function figure2cdRows({ classes }: CalibrationSetting, found: readonly Replication[]): Row[] {
  const regret = (what: string, published: number, m: number, level: number) => {
    const { mean, standardError } = atUnits(found, m, (replication) => replication.regret[level]!);
    return simulatedRow(what, published, mean, standardError);
  };
  const error = (what: string, published: number, m: number) => {
    const { mean, standardError } = atUnits(found, m, (replication) => replication.error[3]!);
    return simulatedRow(what, published, mean, standardError);
  };
  const restriction = atUnits(found, 1000, (replication) => replication.regret[0]!);
  return [
    ...PUBLISHED.numResClassSizes.map((size, level) =>
      exactRow(`protocols in class ${level + 1}`, size, classes![level]!.length, 0),
    ),
    regret('regret, coarsest class, m = 25', PUBLISHED.numResRegretCoarseSmall, 25, 0),
    regret('regret, finest class, m = 25', PUBLISHED.numResRegretFineSmall, 25, 3),
    // Where every replication selects the same protocol only the restriction is left, without any Monte-Carlo error.
    restriction.standardError < 1e-12
      ? exactRow('regret, coarsest class, m = 1000', PUBLISHED.numResRegretCoarseLarge, restriction.mean, 5)
      : regret('regret, coarsest class, m = 1000', PUBLISHED.numResRegretCoarseLarge, 1000, 0),
    error('uniform error, finest class, m = 25', PUBLISHED.numResEpsFourSmall, 25),
    error('uniform error, finest class, m = 1000', PUBLISHED.numResEpsFourLarge, 1000),
  ];
}

/** Figure 2b: mean slopes over the cells, and how much of the envelope 2ε the regret uses. */
export function figure2bRows(
  found: readonly { setting: CalibrationSetting; replications: readonly Replication[] }[],
): Row[] {
  const cells = found.flatMap(({ setting, replications }) =>
    setting.targets.map((_, t) => ({
      units: setting.units,
      at: (m: number) => replications.filter(({ units }) => units === m),
      regret: (replication: Replication) => replication.regret[t]!,
      error: (replication: Replication) => replication.error[t]!,
      all: replications,
    })),
  );
  // Of the means at each number of units: single regrets are often 0.
  const slopes = (pick: 'regret' | 'error') =>
    cells.map(
      (cell) =>
        fitPowerLaw(
          cell.units.map((units) => ({
            units,
            size: meanAndDeviation(cell.at(units).map(cell[pick])).mean,
          })),
        ).slope,
    );
  const slopeRow = (what: string, published: number, pick: 'regret' | 'error'): Row => {
    const own = slopes(pick);
    const { mean, deviation } = meanAndDeviation(own);
    // Cells of one law share their replications, so that they count as two.
    return simulatedRow(what, published, mean, deviation / Math.sqrt(2));
  };
  const ratios = cells.flatMap((cell) =>
    cell.all.map((replication) => cell.regret(replication) / (2 * cell.error(replication))),
  );
  const ordered = Float64Array.from(ratios).sort();
  const median = quantile(ordered, 0.5);
  return [
    slopeRow('slope of the regret', PUBLISHED.numRegretSlope, 'regret'),
    slopeRow('slope of the uniform error', PUBLISHED.numEpsSlope, 'error'),
    {
      ...simulatedRow('regret over 2ε, median', PUBLISHED.numRegretRatioMedian, median, 0.002),
      note: 'the median of some 7000 ratios; its Monte-Carlo error is about 0.002',
    },
    {
      ...simulatedRow('regret over 2ε, largest', PUBLISHED.numRegretRatioMax, ordered.at(-1)!, 0.03),
      note: 'a maximum over all replications; it moves by some hundredths from run to run',
    },
  ];
}
