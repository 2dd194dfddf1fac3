// What Figure 2 says in numbers, published beside computed.
import { atUnits, type CalibrationSetting, logSlope, type Replication } from './calibration-replications.ts';
import { TAIL } from './figure-2.ts';
import { PUBLISHED } from './published.ts';
import { exactRow, explainedRow, type Row, simulatedRow } from './row.ts';

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
    restriction.standardError < 1e-12
      ? explainedRow(
          'regret, coarsest class, m = 1000',
          PUBLISHED.numResRegretCoarseLarge,
          restriction.mean,
          'only the restriction is left, which has no Monte-Carlo error; two independent computations give 0.03714',
        )
      : regret('regret, coarsest class, m = 1000', PUBLISHED.numResRegretCoarseLarge, 1000, 0),
    error('uniform error, finest class, m = 25', PUBLISHED.numResEpsFourSmall, 25),
    error('uniform error, finest class, m = 1000', PUBLISHED.numResEpsFourLarge, 1000),
  ];
}
