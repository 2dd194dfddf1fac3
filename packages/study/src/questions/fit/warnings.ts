import { student } from '@sightline/engine/internal';
import { fewUnits, noiseAlone } from '../../law/data-warnings.ts';
import { type Warning, warned } from '../../problems/warning.ts';
import { digits, list } from '../../words/text.ts';
import { type CandidateResult, type FitResult, undeterminedOf } from './plan-and-result.ts';

/** What to know before a fitted law is used. */
export function fitWarnings(result: FitResult): Warning[] {
  return [
    ...noiseAlone(
      result.parameters.some(({ name, boundary }) => name === 'sd' && boundary),
      result.best.noise,
    ),
    ...undetermined(result),
    ...onBoundary(result),
    ...singleReadings(result),
    ...nearlyAsGood(result),
    ...unlikeLags(result),
    ...fewUnits(result, 'standard errors and intervals are uncertain themselves'),
  ];
}

const kernelName = (kernel: CandidateResult['kernel']) => Object.keys(kernel)[0]!;

/** In which parameters a law differs from another that fits as well, and why the times do not tell them apart. */
function undetermined({ parameters, data, grid, ridge }: FitResult): Warning[] {
  const open = undeterminedOf(parameters);
  if (open.length === 0) return [];
  const unit = grid.unit && ` ${grid.unit}`;
  const has = (...names: string[]) => names.some((name) => open.includes(name));
  const memory = has('tau', 'decay', 'period');
  const gaps = [...new Set([digits(data.shortestGap), digits(data.longestGap)])].join(' to ');
  const apart = `two of a trajectory are ${gaps}${unit} apart`;
  const reasons = [
    ...(has('noise') || (memory && !has('trait'))
      ? ['over less time noise and a short memory look alike']
      : []),
    ...(has('trait') || (memory && !has('noise'))
      ? ['up to there a trait and a long memory look alike']
      : []),
  ];
  const along = ridge ? `; laws along the profile of ${ridge.parameter} fit nearly as well` : '';
  return warned(
    'undetermined',
    'fit',
    `the readings, at the times at which they stand, do not determine ${list(open)}${reasons.length > 0 ? `: ${[apart, ...reasons].join('; ')}` : ''}${along}`,
  );
}

function onBoundary({ parameters }: FitResult): Warning[] {
  return parameters
    .filter(({ boundary }) => boundary)
    .map(({ name, value, high }) => ({
      kind: 'boundary' as const,
      path: 'fit',
      what:
        `the estimate of ${name} is ${digits(value)}, at the end of what is possible; it has no standard error, and those of the others ` +
        `hold it there${high !== null && high > value ? `; by its profile it may be up to ${digits(high)}` : ''}`,
    }));
}

/** Trajectories with one reading say nothing of memory. */
function singleReadings({ data, trajectories }: FitResult): Warning[] {
  const { single } = data;
  return single * 2 <= trajectories
    ? []
    : warned(
        'single-readings',
        'calibration.data',
        `${single} of ${trajectories} trajectories have one reading, which tells of the mean and of the whole variance, ` +
          'not of the memory',
      );
}

/** So rarely is one distance four standard errors from the law by chance where there are many units; of few it is Student's quantile. */
const ONCE_IN = 15_000;

const rounded = (correlation: number) => Math.round(1000 * correlation) / 1000;

/** Where pairs of readings show another correlation than the law has: no kernel that was tried has it, or the mean is another. */
function unlikeLags({ lags, grid, knots }: FitResult): Warning[] {
  const away = lags.flatMap(({ lag, units, correlation, standardError, fitted }) => {
    if (standardError === null || standardError === 0) return [];
    const distance = Math.abs(correlation - fitted) / standardError;
    return distance > student(units - 1).exceeded(1 / (2 * ONCE_IN))
      ? [{ lag, correlation, fitted, distance }]
      : [];
  });
  if (away.length === 0) return [];
  const worst = away.reduce((most, one) => (one.distance > most.distance ? one : most));
  const unit = grid.unit && ` ${grid.unit}`;
  return warned(
    'lags-unlike',
    'fit',
    `pairs of readings do not have the correlations of this law: about ${digits(worst.lag)}${unit} apart they show ` +
      `${digits(rounded(worst.correlation))} where the law has ${digits(rounded(worst.fitted))}, ${digits(Math.round(worst.distance))} standard errors away` +
      `${away.length > 1 ? `, and so it is at ${away.length - 1} more of ${lags.length} distances` : ''}. Values rest on these correlations: try ` +
      `other \`kernels\`, or ${knots ? 'more knots of the smooth' : 'a smooth'} \`mean\``,
  );
}

/** Kernels whose BIC differs by less are not told apart by it (Kass and Raftery: not worth more than a bare mention). */
const ALIKE = 2;

function nearlyAsGood({ candidates, best }: FitResult): Warning[] {
  const chosen = kernelName(best.kernel);
  const others = candidates.filter(({ kernel }) => kernelName(kernel) !== chosen);
  const alike = others.filter(({ bic }) => bic - best.bic < ALIKE).map(({ kernel }) => kernelName(kernel));
  const own = candidates.find(({ kernel }) => kernelName(kernel) === chosen)!;
  const behind = own.behind.difference > 2 * own.behind.standardError;
  const leader = candidates.reduce((most, one) => (one.heldOut > most.heldOut ? one : most));
  return [
    ...(alike.length > 0
      ? warned(
          'kernels-alike',
          'fit.kernels',
          `BIC does not tell ${chosen} from ${list(alike)}: it differs by less than ${ALIKE}`,
        )
      : []),
    ...(behind
      ? warned(
          'held-out',
          'fit.kernels',
          `BIC is least for ${chosen}, but units held out are predicted better by ${kernelName(leader.kernel)}: its log-likelihood is ` +
            `${digits(own.behind.difference)} larger (standard error ${digits(own.behind.standardError)})`,
        )
      : []),
  ];
}
