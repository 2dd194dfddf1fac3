import {
  type Expectation,
  type KernelSpec,
  type LawParameters,
  type Matrix,
  type MeanFunction,
  meanAt,
  numberAbove,
  numberFrom,
  type ParameterScale,
  type Problem,
} from '@sightline/engine/internal';
import type { Study } from '../schema/study.ts';

/** One estimated parameter of a law. */
export interface FittedParameter {
  /** tau, decay, period; trait; mean, or mean1, mean2, … at the knots; sd; noise. */
  name: string;
  scale: ParameterScale;
  value: number;
}

/** How uncertain a law is that was fitted to sparse readings. */
export interface FittedFrom {
  units: number;
  trajectories: number;
  readings: number;
  kernel: KernelSpec;
  trait: number;
  sd: number;
  /** Variance of the noise of a reading; null where a `latent` block does not say it. */
  noise: number | null;
  parameters: readonly FittedParameter[];
  /** Covariance of the estimates on their scales, in the order of `parameters`; by unit. 0 for those on the boundary. */
  covariance: Matrix;
  /** Where the mean is smooth in time: a natural cubic spline through its values at the knots. */
  knots: readonly number[] | null;
  /** Those that the times of the readings do not determine. */
  undetermined: readonly string[];
  /** Of parameters at 0, their bound: the values of all `parameters` at the upper end of its interval. */
  bounds: readonly { parameter: string; set: readonly number[] }[];
  /** Of the least determined of these: sets of values of all `parameters` along its profile, nearly as likely as the best. */
  ridge: { parameter: string; sets: readonly (readonly number[])[] } | null;
  /** With other kernels that fit as well; absent where they are not known, as of a `latent` block. */
  alike?: readonly LawParameters[];
}

/** What results say of it. */
export interface FittedSummary {
  units: number;
  trajectories: number;
  readings: number;
  /** Without a standard error where the parameter stands at its bound. */
  parameters: { name: string; value: number; standardError: number | null }[];
  /** Those that the times of the readings do not determine. */
  undetermined: string[];
}

type Latent = NonNullable<Study['latent']>;

/** Covariances may be off by what rounding to a few digits makes of them. */
const ROUNDED = 1e-6;

/** What `latent.fitted` says, or what is wrong with it; paths are below `latent`. `times` are the grid's, where they are known. */
export function fittedFrom(
  latent: Latent,
  times: Float64Array | undefined,
): { fitted: FittedFrom } | { problems: Problem[] } {
  const { kernel, trait = 0, mean, sd, fitted } = latent;
  const problems: Problem[] = [];
  const complain = (path: Problem['path'], value: unknown, why: string, accepted: Expectation) =>
    problems.push({ path: ['fitted', ...path], value, why, accepted });
  if (!fitted) return { problems };
  if (kernel === undefined || mean === undefined || typeof sd !== 'number') {
    complain(
      [],
      Object.keys(fitted),
      'a fitted law has a kernel, a mean and one standard deviation for all times',
      '`kernel`, `mean` and `sd` beside it, as `sightline fit --write` writes them; or no `fitted`',
    );
    return { problems };
  }
  const { parameters, covariance, knots, atKnots, noise, undetermined = [], ridge, bounds = [] } = fitted;
  const of = Object.entries(kernel)[0]![1] as unknown;
  const known = new Map<string, { value: number | undefined; scale: ParameterScale; where: string }>();
  if (typeof of === 'object' && !Array.isArray(of))
    for (const [name, value] of Object.entries(of as Record<string, number>))
      known.set(name, { value, scale: 'log', where: 'latent.kernel' });
  known.set('trait', { value: trait, scale: 'logit', where: 'latent.trait' });
  if (atKnots)
    atKnots.forEach((value, k) => {
      known.set(`mean${k + 1}`, { value, scale: 'none', where: 'latent.fitted.atKnots' });
    });
  else if (typeof mean === 'number') known.set('mean', { value: mean, scale: 'none', where: 'latent.mean' });
  known.set('sd', { value: sd, scale: 'log', where: 'latent.sd' });
  known.set('noise', { value: noise, scale: 'log', where: 'latent.fitted.noise' });
  const made = parameters.map((name, k): FittedParameter | undefined => {
    const one = known.get(name);
    if (!one || parameters.indexOf(name) < k) {
      complain(
        ['parameters', k],
        name,
        one ? 'this parameter stands in the list before' : 'no estimated parameter of this law has this name',
        `${[...known.keys()].join(', ')}, each at most once`,
      );
      return undefined;
    }
    const { value, scale, where } = one;
    const inside = value !== undefined && (scale === 'none' || (value > 0 && (scale === 'log' || value < 1)));
    // What stands on its boundary has no error, and stays there.
    const held = value !== undefined && covariance[k]?.[k] === 0;
    if (!inside && !held) {
      const accepted: Expectation =
        scale === 'logit'
          ? 'a number above 0 and below 1, or no `trait` among the parameters'
          : numberAbove(0);
      complain(
        ['parameters', k],
        name,
        `\`${where}\` is ${value ?? 'missing'}, and has no ${scale === 'logit' ? 'logit' : 'logarithm'}`,
        accepted,
      );
      return undefined;
    }
    return { name, scale, value: value! };
  });
  const p = parameters.length;
  const [own] = Object.keys(kernel);
  if (fitted.kernel !== undefined && fitted.kernel !== own)
    complain(
      ['kernel'],
      fitted.kernel,
      `the law beside it has the kernel ${own}, and is not the one that was fitted`,
      `${own}, with what a fit of it says; or no \`fitted\`, and the law is one without uncertainty`,
    );
  if (fitted.estimates && fitted.estimates.length !== p)
    complain(
      ['estimates'],
      fitted.estimates,
      'there is not one number for each of `parameters`',
      `a list of ${p} numbers`,
    );
  else
    fitted.estimates?.forEach((estimate, k) => {
      const value = made[k]?.value;
      if (value !== undefined && Math.abs(value - estimate) > ROUNDED * Math.abs(estimate))
        complain(
          ['estimates', k],
          estimate,
          `${parameters[k]} of the law beside it is ${value}: it is not the one that was fitted`,
          `${value}, as a fit would have written it; or no \`fitted\`, and the law is one without uncertainty`,
        );
    });
  if (covariance.length !== p || covariance.some((row) => row.length !== p))
    complain(
      ['covariance'],
      `${covariance.length} rows`,
      'the covariance of the estimates does not have a row and a column for each of `parameters`',
      `${p} lists of ${p} numbers`,
    );
  else
    covariance.forEach((row, i) => {
      if (!(row[i]! >= 0))
        complain(['covariance', i, i], row[i], `the variance of ${parameters[i]} is below 0`, numberFrom(0));
      row.forEach((value, j) => {
        const most = Math.sqrt(Math.max(0, row[i]!) * Math.max(0, covariance[j]![j]!));
        if (j < i && Math.abs(value - covariance[j]![i]!) > ROUNDED * most)
          complain(
            ['covariance', i, j],
            value,
            `the covariance is not symmetric: at [${j}][${i}] it is ${covariance[j]![i]}`,
            'a symmetric covariance',
          );
        if (j < i && Math.abs(value) > most * (1 + ROUNDED))
          complain(
            ['covariance', i, j],
            value,
            `it is larger than the variances of ${parameters[i]} and ${parameters[j]} allow`,
            `a number from -${most} to ${most}`,
          );
      });
    });
  if ((knots?.length ?? 0) !== (atKnots?.length ?? 0))
    complain(
      ['knots'],
      knots,
      `there are ${knots?.length ?? 0} knots, and the mean is given at ${atKnots?.length ?? 0}`,
      '`knots` and `atKnots` of the same length, or neither',
    );
  else if (knots?.slice(1).some((time, k) => !(time > knots[k]!)))
    complain(['knots'], knots, 'knots are not in the order of time', 'times that grow from one to the next');
  else if (knots && atKnots && times && !isSpline(mean, { knots, values: atKnots }, times, sd))
    complain(
      ['atKnots'],
      atKnots,
      '`latent.mean` is not the natural cubic spline through these values at the knots',
      'both as `sightline fit --write` writes them, on this grid; or no `fitted`',
    );
  undetermined.forEach((name, k) => {
    if (!known.has(name))
      complain(
        ['undetermined', k],
        name,
        'no parameter of this law has this name',
        [...known.keys()].join(', '),
      );
  });
  bounds.forEach(({ parameter, set }, k) => {
    const place = parameters.indexOf(parameter);
    if (place < 0 || set.length !== parameters.length || set.some((value) => !Number.isFinite(value)))
      complain(
        ['bounds', k],
        parameter,
        'a bound has the name of one of `parameters`, and a value for each of them',
        'as `sightline fit --write` writes it',
      );
  });
  if (ridge && (!known.has(ridge.parameter) || ridge.sets.some((set) => set.length !== parameters.length)))
    complain(
      ['ridge'],
      ridge.parameter,
      'a ridge has the name of a parameter, and sets of one value for each of `parameters`',
      'as `sightline fit --write` writes it',
    );
  if (problems.length > 0) return { problems };
  return {
    fitted: {
      units: fitted.units,
      trajectories: fitted.trajectories ?? fitted.units,
      readings: fitted.readings,
      kernel,
      trait,
      sd,
      noise: noise ?? null,
      parameters: made.map((one) => one!),
      covariance: { rows: p, cols: p, data: Float64Array.from(covariance.flat()) },
      knots: knots ?? null,
      undetermined,
      bounds,
      ridge: ridge ?? null,
    },
  };
}

/** Whether a mean at the grid's times is that of a spline, but for rounding. */
function isSpline(
  mean: number | readonly number[],
  spline: Exclude<MeanFunction, number>,
  times: Float64Array,
  sd: number,
): boolean {
  if (typeof mean === 'number' || mean.length !== times.length) return false;
  return meanAt(spline, times).every((own, j) => Math.abs(own - mean[j]!) <= ROUNDED * (sd + Math.abs(own)));
}
