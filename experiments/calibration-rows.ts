// What Figure 2 says in numbers, published beside computed.
import { atUnits, type CalibrationSetting, logSlope, type Replication } from './calibration-replications.ts';
import { TAIL } from './figure-2.ts';
import { PUBLISHED } from './published.ts';

/** One number of the paper beside ours. */
export interface Row {
  what: string;
  published: number;
  computed: number;
  /** Three standard errors of the difference of two independent runs. */
  tolerance: number;
}

/** Both runs have their Monte-Carlo error: √2 of ours, if theirs was as large. */
const row = (what: string, published: number, computed: number, standardError: number): Row => ({
  what,
  published,
  computed,
  tolerance: 3 * Math.SQRT2 * standardError,
});

/** Figure 2a: slopes of the uniform error, and its mean at the smallest and the largest number of units. */
export function figure2aRows({ units }: CalibrationSetting, found: readonly Replication[]): Row[] {
  const slopes = ([name, t]: readonly [string, number], published: number, tail: number): Row[] => {
    const error = (replication: Replication) => replication.error[t]!;
    const all = logSlope(found, units, error);
    const last = logSlope(found, TAIL, error);
    return [
      row(`slope, ${name}`, published, all.slope, all.standardError),
      row(`tail slope, ${name}`, tail, last.slope, last.standardError),
    ];
  };
  const means = ([25, 1000] as const).map((m) => {
    const { mean, standardError } = atUnits(found, m, (replication) => replication.error[0]!);
    return row(`uniform error, mean, m = ${m}`, m === 25 ? 0.246 : 0.054, mean, standardError);
  });
  return [
    ...slopes(['mean', 0], PUBLISHED.numSlopeMean, PUBLISHED.numTailSlopeMean),
    ...slopes(['above 0', 1], PUBLISHED.numSlopeOccZero, PUBLISHED.numTailSlopeOccZero),
    ...means,
  ];
}

/** Figure 2c,d: regret of the coarsest and the finest class, uniform error of the finest. */
export function figure2cdRows(found: readonly Replication[]): Row[] {
  const regret = (what: string, published: number, m: number, level: number) => {
    const { mean, standardError } = atUnits(found, m, (replication) => replication.regret[level]!);
    return row(what, published, mean, standardError);
  };
  const error = (what: string, published: number, m: number) => {
    const { mean, standardError } = atUnits(found, m, (replication) => replication.error[3]!);
    return row(what, published, mean, standardError);
  };
  return [
    regret('regret, coarsest class, m = 25', PUBLISHED.numResRegretCoarseSmall, 25, 0),
    regret('regret, finest class, m = 25', PUBLISHED.numResRegretFineSmall, 25, 3),
    regret('regret, coarsest class, m = 1000', PUBLISHED.numResRegretCoarseLarge, 1000, 0),
    error('uniform error, finest class, m = 25', PUBLISHED.numResEpsFourSmall, 25),
    error('uniform error, finest class, m = 1000', PUBLISHED.numResEpsFourLarge, 1000),
  ];
}
