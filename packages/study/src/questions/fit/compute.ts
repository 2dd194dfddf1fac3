import { type FitComparison, type FittedLaw, type MeanFunction, meanAt } from '@sightline/engine/internal';
import type { Work } from '../../asking/question.ts';
import { changingMean, comparedFits, fittedOf, sparseRepairs } from '../../law/fit-law.ts';
import type { FitPlan, SparseSample } from '../../law/sparse-file.ts';
import { gridSummary } from '../../parts/horizon.ts';
import type { ResultOrigin } from '../../schema/result-head.ts';
import { countsOf } from '../../words/text.ts';
import { lagCorrelations } from './lags.ts';
import type {
  FitQuestionPlan,
  FitRequest,
  FitResult,
  ParameterResult,
  SparseSummary,
} from './plan-and-result.ts';
import { fitWarnings } from './warnings.ts';

export async function fitResult(
  plan: FitQuestionPlan,
  origin: ResultOrigin,
  request: FitRequest & Work,
): Promise<FitResult> {
  const { study, grid } = plan;
  const found = await comparedFits(plan, request.reml ? 'reml' : 'ml', request, origin.seed);
  const { best } = found;
  const { kernel, trait, mean, sd, noise, logLikelihood, bic } = best;
  const { covariance, bounds, ridge } = fittedOf(best);
  const p = best.parameters.length;
  const result: FitResult = {
    sightline: 1,
    command: 'fit',
    ...origin,
    title: study.title ?? null,
    warnings: [],
    repairs: sparseRepairs(plan),
    grid: gridSummary(grid, []),
    method: best.method,
    transform: plan.transform,
    ...countsOf(plan),
    readings: best.readings,
    data: summaryOf(plan),
    best: { kernel, trait, mean: onGrid(mean, grid.times), sd, noise, logLikelihood, bic },
    standardErrors: errorsOf(best, grid.times),
    candidates: candidatesOf(found),
    parameters: best.parameters.map(parameterOf),
    covariance: Array.from({ length: p }, (_, i) => Array.from(covariance.data.subarray(i * p, (i + 1) * p))),
    lags: lagCorrelations(plan.readings, best, grid),
    knots: typeof mean === 'number' ? null : { times: [...mean.knots], values: [...mean.values] },
    bounds: bounds.map(({ parameter, set }) => ({ parameter, set: [...set] })),
    ridge: ridge && { parameter: ridge.parameter, sets: ridge.sets.map((set) => [...set]) },
  };
  return { ...result, warnings: [...changingMean(found), ...fitWarnings(result)] };
}

const onGrid = (mean: MeanFunction, times: Float64Array) =>
  typeof mean === 'number' ? mean : Array.from(meanAt(mean, times));

function candidatesOf({ candidates }: FitComparison): FitResult['candidates'] {
  return candidates.map(({ kernel, logLikelihood, bic, heldOut, behind }) => ({
    kernel,
    logLikelihood,
    bic,
    heldOut,
    behind,
  }));
}

/** An interval goes on without end where the likelihood does not fall. */
const finite = (value: number) => (Number.isFinite(value) ? value : null);

function parameterOf(one: FittedLaw['parameters'][number]): ParameterResult {
  const { name, value, standardError, low, high, determined, unconstrained } = one;
  return {
    name,
    value,
    standardError,
    low: finite(low),
    high: finite(high),
    determined,
    boundary: unconstrained === null,
  };
}

function errorsOf(
  { kernel, mean, parameters, covariance }: FittedLaw,
  times: Float64Array,
): FitResult['standardErrors'] {
  const of = (name: string) => parameters.find((one) => one.name === name)?.standardError ?? null;
  const [[kind, values]] = Object.entries(kernel) as [[string, Record<string, number>]];
  return {
    kernel: { [kind]: Object.fromEntries(Object.keys(values).map((name) => [name, of(name)])) },
    trait: of('trait'),
    mean: typeof mean === 'number' ? of('mean') : meanErrors(mean, parameters, covariance, times),
    sd: of('sd'),
    noise: of('noise'),
  };
}

/** Of a mean that is linear in its values at the knots: √(bᵀCb) with b the spline of each knot at a time. */
function meanErrors(
  { knots }: Exclude<MeanFunction, number>,
  parameters: FittedLaw['parameters'],
  { cols, data }: FittedLaw['covariance'],
  times: Float64Array,
): number[] {
  const first = parameters.findIndex(({ name }) => name === 'mean1');
  const splines = knots.map((_, k) =>
    meanAt({ knots, values: knots.map((_, l) => (l === k ? 1 : 0)) }, times),
  );
  return Array.from(times, (_, j) => {
    let variance = 0;
    for (let k = 0; k < knots.length; k++)
      for (let l = 0; l < knots.length; l++)
        variance += splines[k]![j]! * splines[l]![j]! * data[(first + k) * cols + first + l]!;
    return Math.sqrt(Math.max(0, variance));
  });
}

export function summaryOf({ file, report, readings, noise }: FitPlan): SparseSummary {
  const { starts } = readings;
  const sizes = Array.from({ length: starts.length - 1 }, (_, i) => starts[i + 1]! - starts[i]!);
  const { shortest, longest } = gapsIn(readings);
  return {
    file,
    rows: report.rows,
    fewest: sizes.reduce((least, size) => Math.min(least, size)),
    most: sizes.reduce((most, size) => Math.max(most, size)),
    single: sizes.filter((size) => size === 1).length,
    shortestGap: shortest,
    longestGap: longest,
    noise: noise === 'estimated' ? 'estimated' : 'given',
  };
}

/** Readings of a trajectory stand by time: the shortest gap is one between neighbours, the longest that of the ends. */
function gapsIn({ times, starts }: SparseSample): { shortest: number; longest: number } {
  let [shortest, longest] = [Number.POSITIVE_INFINITY, 0];
  for (let i = 0; i + 1 < starts.length; i++) {
    const [from, to] = [starts[i]!, starts[i + 1]!];
    longest = Math.max(longest, times[to - 1]! - times[from]!);
    for (let k = from + 1; k < to; k++)
      if (times[k]! > times[k - 1]!) shortest = Math.min(shortest, times[k]! - times[k - 1]!);
  }
  return { shortest, longest };
}
