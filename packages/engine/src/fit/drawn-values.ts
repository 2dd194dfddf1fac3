import { type Draws, rowsOf } from '../calibrate/resampling/draws.ts';
import { gathered } from '../calibrate/resampling/estimator.ts';
import { type NestedClass, type Resolution, resolution } from '../calibrate/resampling/resolution.ts';
import { type CalibratedValue, type ToldApart, toldApart } from '../calibrate/resampling/told-apart.ts';
import { type KernelSpec, kernelKindOf, kernelMatrix } from '../model/latent-kernel.ts';
import type { TargetSpec } from '../model/target.ts';
import { targetMean, targetUnder } from '../model/target-under.ts';
import type { TimeGrid } from '../model/time/time-grid.ts';
import type { Measurement } from '../model/value/action.ts';
import type { Model } from '../model/value/model.ts';
import { protocolFamily } from '../model/value/protocol-family.ts';
import { familyValuesOfTargets } from '../model/value/value.ts';
import { type DividedWork, thisThread, type Workers, type WorkOptions } from '../numerics/divided-work.ts';
import { meanAndDeviation, quantile } from '../numerics/quantile.ts';
import { USUAL_RESAMPLING } from '../numerics/random/usual-resampling.ts';
import { drawnFits, type FittedParameters } from './drawn-fits.ts';
import { splineBasis } from './smooth-mean.ts';

/** A law with parameters that were estimated, and how uncertain these are. Plain data. */
export interface UncertainLaw extends FittedParameters {
  /** At the estimate; of `parameters` those of the kernel have its own names. */
  readonly kernel: KernelSpec;
  readonly trait: number;
  /** m(t) on the grid, at the estimate. */
  readonly mean: Float64Array;
  /** Where it is smooth: those of the spline whose values there are mean1, mean2, …. */
  readonly knots: readonly number[] | null;
  readonly sd: number;
}

/** A law on a grid in the unit of the data. */
export interface LawOnGrid {
  readonly covariance: Model['covariance'];
  readonly mean: Float64Array;
  readonly scale: Float64Array;
}

/** From values of the parameters, in their order, to the law on a grid. Those that are not among them are held. */
export function lawsOnGrid(
  { parameters, kernel, trait, mean, knots, sd }: UncertainLaw,
  grid: TimeGrid,
): (values: ArrayLike<number>) => LawOnGrid {
  const { kind, value: own } = kernelKindOf(kernel);
  const place = new Map(parameters.map(({ name }, i) => [name, i]));
  const basis = knots
    ? splineBasis(knots, grid.times)
    : { cols: 1, data: new Float64Array(grid.points).fill(1) };
  /** The mean is linear in its parameters: it moves by what they do. */
  const moved = (values: ArrayLike<number>) => {
    const out = mean.slice();
    for (let k = 0; k < basis.cols; k++) {
      const i = place.get(knots ? `mean${k + 1}` : 'mean');
      const by = i === undefined ? 0 : values[i]! - parameters[i]!.value;
      if (by !== 0) for (let j = 0; j < out.length; j++) out[j]! += by * basis.data[j * basis.cols + k]!;
    }
    return out;
  };
  return (values) => {
    const at = (name: string, held: number) => {
      const i = place.get(name);
      return i === undefined ? held : values[i]!;
    };
    const drawn = Object.fromEntries(
      Object.entries(own as Record<string, number>).map(([name, held]) => [name, at(name, held)]),
    );
    return {
      covariance: kernelMatrix({ [kind.name]: drawn } as unknown as KernelSpec, at('trait', trait), grid),
      mean: moved(values),
      scale: new Float64Array(grid.points).fill(at('sd', sd)),
    };
  };
}

/** What is computed under each drawn law. Plain data. */
export interface DrawnValuesInput {
  law: UncertainLaw;
  grid: TimeGrid;
  transform: 'none' | 'log';
  weights: Float64Array;
  targets: readonly TargetSpec[];
  protocols: readonly (readonly Measurement[])[];
}

export interface DrawnValues {
  /** Of protocol i under target t at t·protocols + i. */
  values: Float64Array;
  /** Var Θ and E Θ for each target. */
  variances: Float64Array;
  means: Float64Array;
  /** 1 where a value is a lower bound. */
  atLeast: Uint8Array;
}

/** The seed is for what may be missing, where there is too much to go through: the same in every draw. */
function valuesUnder({ grid, law, transform, weights, targets, protocols }: DrawnValuesInput, seed: number) {
  const onGrid = lawsOnGrid(law, grid);
  const { catalogue, family, mixture } = protocolFamily(protocols, seed);
  return (parameters: ArrayLike<number>, accuracy: 'full' | 'screening'): DrawnValues => {
    const { covariance, mean, scale } = onGrid(parameters);
    const prepared = targets.map((spec) => targetUnder(spec, { mean, scale, transform }));
    const columns = familyValuesOfTargets({ covariance, weights, scale }, prepared, catalogue, family, {
      accuracy,
    });
    const { values, variances, atLeast = new Uint8Array(values.length) } = gathered(columns, mixture);
    const means = Float64Array.from(prepared, (one) => targetMean(one, weights));
    return { values, variances, means, atLeast };
  };
}

/** The values of all protocols under laws with some sets of parameters, as along a ridge of those that are nearly as likely. */
export function valuesAlong(
  input: DrawnValuesInput,
  sets: readonly (readonly number[])[],
  seed = 1,
): DrawnValues[] {
  const under = valuesUnder(input, seed);
  return sets.map((set) => under(set, 'screening'));
}

/** The values of all protocols under each of many drawn laws; piece b is draw b. */
export const drawnValues: DividedWork<DrawnValuesInput & { seed: number }, DrawnValues> = {
  name: 'drawn values',
  prepare({ seed, ...input }) {
    const under = valuesUnder(input, seed);
    const draw = drawnFits(input.law, seed);
    return (piece) => under(draw(piece), 'screening');
  },
};

export interface FittedOptions extends WorkOptions {
  level?: number;
  draws?: number;
  seed?: number;
  workers?: Workers;
  classes?: readonly NestedClass[];
  compared?: number;
}

export interface FittedTarget extends Omit<ToldApart, 'protocols'> {
  mean: number;
  variance: number;
  /** `rmse` is √(V·(1 − value)), and its interval has the uncertainty of V as well. */
  protocols: (CalibratedValue & { rmse: { value: number; low: number; high: number } })[];
  resolution?: Resolution;
}

/** Values under a fitted law with their uncertainty: the parameters' sampling distribution, drawn from. */
export interface FittedValues {
  level: number;
  draws: number;
  targets: FittedTarget[];
}

/** All draws of the values beside those of the estimate. */
interface FittedDraws {
  own: DrawnValues;
  drawn: readonly DrawnValues[];
  /** The values of one target's first protocols. */
  drawsOf(target: number, protocols: number): Draws;
}

export async function fittedDraws(
  input: DrawnValuesInput,
  { draws = USUAL_RESAMPLING.draws, seed = 1, workers = thisThread, signal, onProgress }: FittedOptions,
): Promise<FittedDraws> {
  const own = valuesUnder(input, seed)(
    input.law.parameters.map(({ value }) => value),
    'full',
  );
  const drawn = await workers.run(drawnValues, { ...input, seed }, draws, { signal, onProgress });
  const n = input.protocols.length;
  return {
    own,
    drawn,
    drawsOf: (t, count) => ({
      estimate: own.values.slice(t * n, t * n + count),
      bootstrap: rowsOf(drawn, t * n, count),
      leftOut: new Float64Array(0),
    }),
  };
}

/**
 * Values under a fitted law, with intervals that have the uncertainty of its parameters.
 *
 * @example
 * ```ts
 * import { action, fitLaw, fittedValues, latentCovariance, randomStream, simulatedUnits, targetWeights, timeGrid, unitLaw } from '@sightline/engine';
 *
 * const grid = timeGrid(8, 16, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 2 } } }, grid);
 * const drawn = simulatedUnits(unitLaw(covariance), 60, 0.1, randomStream(1));
 * const readings = {
 *   times: Float64Array.from(drawn.data, (_, i) => grid.times[i % 16]),
 *   values: drawn.data,
 *   starts: Int32Array.from({ length: 61 }, (_, i) => 16 * i),
 * };
 * const model = { kernel: 'ou', trait: false, mean: 'constant', noise: 'estimated' } as const;
 * const law = fitLaw(readings, model, { method: 'reml', horizon: 8 });
 * const { targets } = await fittedValues(
 *   {
 *     law: { ...law, mean: new Float64Array(16), knots: null },
 *     grid,
 *     transform: 'none',
 *     weights: targetWeights('uniform', grid),
 *     targets: ['mean'],
 *     protocols: [[2, 6].map((at) => action({ at, noise: 0.2 }, grid))],
 *   },
 *   { draws: 200, seed: 1 },
 * );
 * console.log(targets[0].protocols[0].value.toFixed(2)); // → 0.67
 * ```
 */
export async function fittedValues(
  input: DrawnValuesInput,
  options: FittedOptions = {},
): Promise<FittedValues> {
  const { level = USUAL_RESAMPLING.level, classes } = options;
  const { own, drawn, drawsOf } = await fittedDraws(input, options);
  const n = input.protocols.length;
  return {
    level,
    draws: drawn.length,
    targets: input.targets.map((_, t) => {
      const told = toldApart(
        drawsOf(t, options.compared ?? n),
        level,
        (i) =>
          quantiles(
            own.values[t * n + i]!,
            drawn.map(({ values }) => values[t * n + i]!),
            level,
          ),
        (i) => own.atLeast[t * n + i] === 1,
      );
      const errorOf = (one: DrawnValues, i: number) =>
        Math.sqrt(one.variances[t]! * Math.max(0, 1 - one.values[t * n + i]!));
      return {
        mean: own.means[t]!,
        variance: own.variances[t]!,
        ...told,
        protocols: told.protocols.map((one, i) => ({
          ...one,
          rmse: quantiles(
            errorOf(own, i),
            drawn.map((of) => errorOf(of, i)),
            level,
          ),
        })),
        ...(classes && { resolution: resolution(drawsOf(t, n), classes, level) }),
      };
    }),
  };
}

/**
 * The draws' quantiles as they are. They are values of laws from the parameters' sampling distribution around the estimate, so that of
 * one parameter the interval is that of the parameter, carried over to the value, on whatever scale and however curved.
 */
function quantiles(
  value: number,
  drawn: readonly number[],
  level: number,
): { value: number; low: number; high: number; standardError: number } {
  const ordered = Float64Array.from(drawn).sort();
  const tail = (1 - level) / 2;
  return {
    value,
    low: Math.min(value, quantile(ordered, tail)),
    high: Math.max(value, quantile(ordered, 1 - tail)),
    standardError: meanAndDeviation(ordered).deviation,
  };
}
