// Simulate dense units, estimate, select, compare with the truth: the replications behind Figure 2.
import {
  classOutcomes,
  copyMatrix,
  type DividedWork,
  type Family,
  familyValuesOfTargets,
  fitPowerLaw,
  type KernelSpec,
  kernelMatrix,
  log,
  type Measurement,
  meanAndDeviation,
  plugInFromCentred,
  randomStream,
  simulatedScatter,
  square,
  type TargetSpec,
  target,
  targetWeights,
  timeGrid,
  unitLaw,
  type Workers,
  type WorkOptions,
} from '@sightline/engine/internal';

/** One law, a family of protocols on it and what is asked of it. Plain data. */
export interface CalibrationSetting {
  name: string;
  horizon: number;
  points: number;
  kernel: KernelSpec;
  trait: number;
  /** Variance of the known calibration noise. */
  noise: number;
  targets: readonly TargetSpec[];
  catalogue: readonly Measurement[];
  family: Family;
  /** Nested classes by numbers of protocols; the whole family alone where there are none. */
  classes?: readonly Int32Array[];
  units: readonly number[];
  replications: number;
  seed: number;
}

/** What one replication found, for each target and class at target·classes + class. */
export interface Replication {
  units: number;
  /** max |Î − I| over the class. */
  error: Float64Array;
  /** What the protocol selected from the class loses against the best of the whole family. */
  regret: Float64Array;
}

/** Replication r at the k-th number of units is piece k·replications + r. */
export const calibrationReplications: DividedWork<CalibrationSetting, Replication> = {
  name: 'calibration replications',
  prepare(setting) {
    const { name, noise, catalogue, family, replications, seed } = setting;
    const grid = timeGrid(setting.horizon, setting.points);
    const weights = targetWeights('uniform', grid);
    const covariance = kernelMatrix(setting.kernel, setting.trait, grid);
    // A noisy trajectory has the covariance K + νI; all that is needed of the units is their scatter.
    const observed = copyMatrix(covariance);
    for (let j = 0; j < observed.rows; j++) observed.data[j * observed.cols + j]! += noise;
    const law = unitLaw(observed);
    const targets = setting.targets.map(target);
    const truth = familyValuesOfTargets({ covariance, weights }, targets, catalogue, family).map(
      ({ value }) => value,
    );
    const classes = setting.classes ?? [Int32Array.from(truth[0]!, (_, i) => i)];
    const best = truth.map((values) => values.reduce((most, value) => Math.max(most, value)));
    return (piece) => {
      const units = setting.units[Math.floor(piece / replications)]!;
      const stream = randomStream(seed, name, units, piece % replications);
      const { covariance: estimate } = plugInFromCentred(simulatedScatter(law, units, stream), units, {
        noise,
        drowned: 'floor',
      });
      const error = new Float64Array(targets.length * classes.length);
      const regret = new Float64Array(targets.length * classes.length);
      const model = { covariance: estimate, weights };
      classOutcomes(model, targets, catalogue, family, truth, classes).forEach((outcomes, t) => {
        outcomes.forEach((outcome, c) => {
          error[t * classes.length + c] = outcome.error;
          regret[t * classes.length + c] = best[t]! - truth[t]![outcome.selected]!;
        });
      });
      return { units, error, regret };
    };
  },
};

export function runReplications(
  setting: CalibrationSetting,
  workers: Workers,
  options?: WorkOptions,
): Promise<Replication[]> {
  return workers.run(calibrationReplications, setting, setting.units.length * setting.replications, options);
}

/** Mean and standard error at one number of units. */
export function atUnits(
  found: readonly Replication[],
  units: number,
  pick: (replication: Replication) => number,
): { mean: number; standardError: number } {
  const values = found.filter((replication) => replication.units === units).map(pick);
  const { mean, deviation } = meanAndDeviation(values);
  return { mean, standardError: deviation / Math.sqrt(values.length) };
}

/** Slope of log(size) on log(units) over all replications with so many units, with its standard error. */
export function logSlope(
  found: readonly Replication[],
  units: readonly number[],
  pick: (replication: Replication) => number,
): { slope: number; standardError: number } {
  const points = found
    .filter((replication) => units.includes(replication.units))
    .map((replication) => ({ units: replication.units, size: pick(replication) }));
  const { slope, scale } = fitPowerLaw(points);
  const x = points.map((point) => log(point.units));
  const mean = x.reduce((a, b) => a + b) / x.length;
  // Each replication's own residual: their spread differs between numbers of units.
  let above = 0;
  let below = 0;
  points.forEach((point, i) => {
    const residual = log(point.size) - log(scale) - slope * x[i]!;
    above += square((x[i]! - mean) * residual);
    below += square(x[i]! - mean);
  });
  return { slope, standardError: Math.sqrt(above) / below };
}
