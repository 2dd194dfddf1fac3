import { type DatabaseName, databaseOf } from '@sightline/data';
import { kernelWords, thousands } from '@sightline/engine/internal';
import type {
  CalibrateResult,
  DesignResult,
  FitAnswer,
  GridSummary,
  IdentifyResult,
  RetrospectResult,
  RunSteps,
  StudyFile,
  SurfaceFitResult,
  TrialResult,
} from '@sightline/study';
import {
  digits,
  type LawKind,
  lawKind,
  list,
  moment,
  percent,
  realisedNames,
  shareText,
  undeterminedOf,
} from '@sightline/study';
import { missedMethods } from '../../document/missed.ts';
import { fittedText } from '../../words/fitted-words.ts';
import { PAPER } from '../../words/paper.ts';
import { costText, time } from '../../words/quantities.ts';
import { lawWords, targetWords, weightsWords } from '../../words/study-words.ts';
import { dataText, drawsText } from '../calibrate.ts';
import { treatmentText } from '../trial.ts';

/** What a methods paragraph is written from. */
interface MethodsAbout {
  given: Partial<StudyFile>;
  /** The steps that were taken. */
  steps: Partial<RunSteps>;
  version: string;
  /** Of what is random. */
  seed: number;
}

type Chosen = NonNullable<StudyFile['choose']>;

export interface Methods {
  /** One for each part of the work, in the order in which they build on each other. */
  paragraphs: string[];
  references: string[];
}

const WORKS = {
  paper: PAPER.cited,
  bootstrap: 'B. Efron, R. J. Tibshirani. An Introduction to the Bootstrap. Chapman & Hall, 1993.',
  semidefinite: 'L. Vandenberghe, S. Boyd. Semidefinite programming. SIAM Review 38 (1996), 49–95.',
  welch:
    'B. L. Welch. The generalization of ‘Student’s’ problem when several different population variances are involved. Biometrika 34 (1947), 28–35.',
  branch:
    'A. H. Land, A. G. Doig. An automatic method of solving discrete programming problems. Econometrica 28 (1960), 497–520.',
} as const;

/** The number of a work among the references, which it joins when it is first cited. */
type Cite = (work: string) => string;

/** How the numbers were made, in sentences that can stand in a paper; [1] is the paper behind them. */
export function methodsText({ given, steps, version, seed }: MethodsAbout): Methods {
  const { fit, value, identify, calibrate, plan, trial, design, retrospect } = steps;
  const grid = (value ?? identify ?? calibrate ?? plan ?? design ?? fit)?.grid;
  const used: string[] = [WORKS.paper];
  const cite: Cite = (work) => {
    if (!used.includes(work)) used.push(work);
    return `[${used.indexOf(work) + 1}]`;
  };
  return {
    paragraphs: [
      ...(given.target && grid ? [modelText(given, grid)] : []),
      ...(fit ? [fitText(fit)] : []),
      ...(value || identify || calibrate || design ? [valueText(given) + missedMethods(given)] : []),
      ...(calibrate ? [calibrationText(steps, cite)] : []),
      ...(trial ? [trialText(trial, cite)] : []),
      ...(identify ? [identificationText(identify, cite)] : []),
      ...(design ? [designText(design, given.choose?.targets, cite)] : []),
      ...(retrospect ? [recordsText(retrospect, given.records?.preset, cite)] : []),
      `Computed with Sightline ${version}; random numbers were drawn with seed ${seed}.`,
    ],
    references: used,
  };
}

function modelText(given: Partial<StudyFile>, grid: GridSummary) {
  const { target, weights, calibration } = given;
  const { horizon, points, unit, spacing, largestShift, start } = grid;
  const clock = start === undefined ? '' : ` (${moment(0, grid)} to ${moment(horizon, grid)})`;
  const measured = calibration?.target;
  const kind = lawKind({ intended: given, parts: given });
  const what =
    measured === undefined
      ? `${targetWords(target!, kind.unit === 'data', given.words)}, ${weightsWords(weights, unit)}`
      : `the measured quantity in the column ${measured}`;
  const law = lawText(given, kind, unit);
  const logarithm = kind.transform === 'log' ? ' of the logarithm of the quantity' : '';
  return (
    `The target is ${what}. ${law}${law ? ' ' : ''}Time is a grid of ${points} midpoints over ${time(horizon, unit)}${clock}, ` +
    `${time(spacing, unit)} apart; a reading at a point in time is that of the nearest grid point, here at most ` +
    `${time(largestShift, unit)} away, and a window reads the mean of the grid points inside. Readings${logarithm} carry independent ` +
    `${kind.estimand === 'linear' ? '' : 'Gaussian '}noise of the variance that the study states for each; repeated readings are averaged.`
  );
}

/** What was taken for granted about the quantity, and in which unit. */
function lawText(given: Partial<StudyFile>, { estimand, unit, transform }: LawKind, time: string): string {
  const { latent, benchmark, calibration } = given;
  if (latent) {
    const law = lawWords(latent, time);
    if (unit === 'sd')
      return `The latent quantity was taken to be ${law}, standardised to mean 0 and variance 1.`;
    const what = transform === 'log' ? 'The logarithm of the quantity' : 'The quantity';
    return `${what} was taken to be ${law}, ${momentsWords(latent)}; thresholds and target are in the unit of the data.`;
  }
  if (benchmark)
    return 'No law of the latent quantity was assumed; second moments of the benchmark were taken from data.';
  if (!calibration) return '';
  if (given.fit) {
    const what = transform === 'log' ? 'The logarithm of the quantity' : 'The quantity';
    return given.fit.surface
      ? `${what} was taken to be Gaussian, its mean and covariance at the grid times smoothed from sparse readings; thresholds and target are in the unit of the data.`
      : `${what} was taken to be Gaussian, of a law with few parameters that was fitted to sparse readings; thresholds and target are in the unit of the data.`;
  }
  if (estimand === 'linear')
    return 'No law of the quantity was assumed: second moments of readings and target were taken from densely observed units, in the unit of the data.';
  const what = transform === 'log' ? 'The logarithm of the quantity' : 'The latent quantity';
  return unit === 'data'
    ? `${what} was taken to be Gaussian, its mean and covariance at the grid times estimated from densely observed units; thresholds and target are in the unit of the data.`
    : `${what} was taken to be Gaussian, its correlations estimated from densely observed units; each time was standardised to mean 0 and variance 1.`;
}

/** How the law came from the readings. */
function fitText(result: FitAnswer): string {
  if ('surface' in result) return surfaceText(result);
  const { method, candidates, best, readings, units, grid, data, parameters } = result;
  const names = candidates.map(({ kernel }) => Object.keys(kernel)[0]!);
  const compared =
    names.length === 1
      ? ''
      : ` Kernels (${list(names)}) were compared by BIC, with the number of units as the size of the sample, and by the log-likelihood of units held out.`;
  const open = undeterminedOf(parameters);
  return (
    `The law was fitted to ${readings} readings of ${units} units by ${method === 'reml' ? 'restricted' : 'maximum'} likelihood: a Gaussian process in continuous time with ` +
    `${kernelWords(best.kernel, (length) => time(length, grid.unit))}, a share of ${digits(best.trait)} of the variance that never decays, ` +
    `${typeof best.mean === 'number' ? 'a constant mean' : 'a mean that is a natural cubic spline in time'}, and independent noise of variance ` +
    `${digits(best.noise)}${data.noise === 'given' ? ', which was given' : ''}.${compared} Standard errors are by unit (sandwich), or those of the model where these are larger; intervals are by the profile of the likelihood, with the same inflation.` +
    `${open.length > 0 ? ` The times of the readings do not determine ${list(open)}.` : ''}`
  );
}

/** How a law without a kernel came from the readings. */
function surfaceText({ surface, readings, units, grid }: SurfaceFitResult): string {
  const { bandwidth, noise, noiseEstimated, leastUnits, unseen } = surface;
  const open =
    unseen.pairs === 0
      ? 'All pairs of grid points were seen.'
      : `${shareText(1 - surface.seen)} of the pairs of grid points were not, and their correlations were left open.`;
  return (
    `Mean, variance and covariances were smoothed from ${readings} readings of ${units} units by local-linear regression with Epanechnikov’s kernel and a bandwidth of ` +
    `${time(bandwidth.surface, grid.unit)} (${time(bandwidth.mean, grid.unit)} for the mean), covariances from products of two readings of one trajectory at different times. The noise variance of a reading is ` +
    `${digits(noise)}${noiseEstimated ? ', from half squared differences at lag 0' : ', which was given'}. A pair of grid points was called seen where ${leastUnits} units or more count in full in the fit at it. ${open} ` +
    'Correlations at the others were projected on those that belong to a law.'
  );
}

function momentsWords({ mean, sd, covariance }: NonNullable<StudyFile['latent']>): string {
  const one = (name: string, value: number | readonly number[] | undefined) =>
    typeof value === 'number' ? `${name} ${digits(value)}` : `${name} as given at each time`;
  return covariance === undefined
    ? `with ${one('mean', mean)} and ${one('standard deviation', sd)}`
    : `with ${one('mean', mean)}`;
}

function valueText(given: Partial<StudyFile>): string {
  const { estimand, transform } = lawKind({ intended: given, parts: given });
  const value =
    estimand === 'linear'
      ? 'The value of a protocol is the population R² of the best linear predictor of the target from its readings, from ' +
        'second moments and without a distributional assumption [1].'
      : 'The value of a protocol is the population R² of the best predictor of the target from its readings, the share of ' +
        'the target’s variance that its conditional mean explains, by the Gaussian protocol-value identity [1].';
  const linear = estimand === 'linear' || (given.target === 'mean' && transform === 'none');
  return `${value} ${linear ? REGRESSION : CONDITIONAL(transform === 'log' ? 'the logarithm of the quantity is Gaussian given those of the readings y' : 'the quantity is Gaussian given the readings y')}`;
}

const REGRESSION =
  'The predictor is Θ̂ = E Θ + c′S⁻¹(y − E y), with S the covariance of the readings y, noise included, and c their covariances with the target Θ.';
const CONDITIONAL = (gaussian: string) =>
  `The predictor is Θ̂ = E(Θ | y): at each time ${gaussian}, with mean and variance by their linear regression.`;

const TOLD_APART = (level: number) =>
  'two protocols are called distinguishable where the ' +
  `interval of their difference, simultaneous over all pairs at ${Math.round(100 * level)} %, excludes 0 [1].`;

/** Values under a fitted law: its parameters are drawn in place of units. */
function drawnLawText({ calibrate, plan, fit }: Partial<RunSteps>): string {
  const { level, fitted } = calibrate!;
  const needed = plan ? ' The number of units needed follows from the root-m law of their errors.' : '';
  return (
    `Values are those under the fitted law${fit ? '' : ` (${fittedText(fitted!)})`}. Intervals are ${drawsText(calibrate!)}: Student’s distribution in several dimensions, ` +
    `with the covariance of the estimates by unit and as many degrees of freedom as units less one; ${TOLD_APART(level)}${needed}`
  );
}

function calibrationText(steps: Partial<RunSteps>, cite: Cite): string {
  const { calibrate, plan } = steps;
  const { repair, level, estimand } = calibrate!;
  if (!repair) return drawnLawText(steps);
  const done = estimateWords(repair, estimand);
  const floor = done.length > 0 ? ` The sample covariance was ${list(done)}.` : '';
  const optimism =
    estimand === 'linear'
      ? ' A linear predictor fits the units it is estimated from too well: values were corrected for this by the jackknife of ' +
        '−log(1 − R²) over units, with half its variance for the way back, and intervals and differences are of corrected values.'
      : '';
  const needed = plan
    ? ' The number of units needed was extrapolated from subsamples at the root-m rate.'
    : '';
  return (
    `Values were estimated from dense data (${dataText(calibrate!)}).${floor}${optimism} Intervals are ${drawsText(calibrate!)} ${cite(WORKS.bootstrap)}, ` +
    `widened to the jackknife’s standard error where that is larger; ${TOLD_APART(level)}${needed}`
  );
}

/** What became of the sample covariance: only what was done. */
function estimateWords(
  { floor, lifted, noise, shrunk }: NonNullable<CalibrateResult['repair']>,
  estimand: CalibrateResult['estimand'],
): string[] {
  if (floor === null) return [];
  const linear = estimand === 'linear';
  return [
    ...(noise.largest > 0 ? ['reduced by the noise variance'] : []),
    ...((shrunk ?? 0) > 0 ? ['shrunk towards equal variances and no correlation'] : []),
    ...((lifted ?? 0) > 0
      ? [`lifted to a floor in its smallest eigenvalues${linear ? ', on the scale of correlations' : ''}`]
      : []),
    ...(linear ? [] : ['divided into standard deviations and correlations']),
  ];
}

function trialText({ trial, words }: TrialResult, cite: Cite): string {
  const { power, level, allocation } = trial;
  const arms = allocation === 1 ? 'arms of one size' : `${digits(allocation)} treated units for each control`;
  return (
    `For a treatment that ${treatmentText(trial, words)}, the number of units is that for ${percent(power)} power of Welch’s two-sided t test ${cite(WORKS.welch)} at the ` +
    `level of ${percent(level)}, with ${arms}: by the noncentral t distribution, with means and variances of the target and of its predictions under both ` +
    'arms computed from the law; predictions are by the predictor of the control arm in both.'
  );
}

function identificationText(result: IdentifyResult, cite: Cite): string {
  const { assume, know, law, data } = result;
  const names = realisedNames(result).map((name) => `‘${name}’`);
  const worlds = assume === 'stationary' ? 'stationary trajectories' : 'all correlation matrices';
  const known = know === null ? '' : ', restricted by what the study states as known';
  if (result.surface)
    return (
      'A value is called identified where all laws that agree at the pairs of times that were seen together agree on it; all correlation matrices were considered. ' +
      `Ranges were computed by semidefinite programming ${cite(WORKS.semidefinite)}, for the linear target by Dinkelbach’s method, since the variance of the target is open as well; a limit is proved where a dual bound meets it, ` +
      'and attained where a compatible law has this value [1].'
    );
  const tested = data?.agreement
    ? ' Whether one law fits them all was tested by resampling around the nearest law, and by the second moments that two of them share.'
    : '';
  const from = law === 'data' ? ` Moments of the benchmark come from ${data!.units} units.${tested}` : '';
  return (
    `A value is called identified where all laws with the same joint law of the target and the readings of ${names.length === 1 ? names[0] : `each of ${list(names)}, which were run on different units,`} ` +
    `agree on it; ${worlds}${known} were considered. Ranges were computed by semidefinite programming ${cite(WORKS.semidefinite)} for the linear target ` +
    'and by permutations of times that leave the benchmark as it is otherwise; a limit is proved where a dual bound ' +
    `meets it, and attained where a compatible law has this value [1].${from}`
  );
}

function designText(design: DesignResult, targets: Chosen['targets'], cite: Cite): string {
  const { choose, catalogue, best, sets } = design;
  const limit = [
    ...(choose.exactly === null ? [] : [`exactly ${choose.exactly}`]),
    ...(choose.budget === null ? [] : [`a cost of at most ${costText(choose.budget)}`]),
  ];
  const { required, forbidden, stretches = [], spacing, oneVariant, groups } = choose;
  const others =
    required.length + forbidden.length + stretches.length + groups.length > 0 || spacing > 0 || oneVariant;
  const rules = list([...limit, ...(others ? ['the other rules of the study'] : [])]);
  const how = {
    exhaustive: best.certified
      ? best.evaluations < sets
        ? `all ${thousands(sets)} choices were compared, by their values or by bounds on them`
        : `all ${thousands(sets)} choices were evaluated`
      : 'as many choices were evaluated as the time allowed, with a certified upper bound on the others',
    'branch and bound': `the search was branch and bound${best.method === 'branch and bound' ? ` ${cite(WORKS.branch)}` : ''} with certified upper bounds`,
    'dynamic programming':
      'the search was dynamic programming along time over what the law remembers at each reading, with certified upper bounds',
    'forward selection and swaps':
      'the search was greedy forward selection with swaps, without a proof of optimality',
  }[best.method];
  const missed =
    design.missed?.by === 'quantile'
      ? `, by the ${percent(design.missed.quantile!)} quantile of the value over what may be missing`
      : '';
  return `Actions were chosen from a catalogue of ${catalogue} (${rules})${aimText(design, targets)}${missed}; ${how} [1].`;
}

/** What a choice is made for in place of the study's own target. */
function aimText(
  { objective, targets: own, words: ofStudy }: DesignResult,
  targets: Chosen['targets'],
): string {
  if (targets === undefined) return '';
  const words = targets.map(({ target }, i) => {
    const weight = own[i]!.weight;
    return `${targetWords(target, own[i]!.unit === 'data', ofStudy)}${targets.length === 1 || weight === null ? '' : ` (weight ${digits(weight)})`}`;
  });
  if (words.length === 1) return `, for ${words[0]}`;
  return `, for the ${objective === 'worst' ? 'smallest' : 'weighted mean'} of the values for ${list(words)}`;
}

function recordsText(
  { records, units, hours, grid, baselines, folds, level, draws }: RetrospectResult,
  database: DatabaseName | undefined,
  cite: Cite,
): string {
  const known = baselines.length > 0 ? `, adjusted for ${list(baselines)}` : '';
  const fold =
    'file' in folds
      ? 'given folds'
      : `${folds.outer} outer and ${folds.inner} inner folds drawn with the seed`;
  return (
    `${records} records of ${units} units${database ? ` ${cite(databaseOf(database).reference)}` : ''} (${hours.toFixed(1)} hours) were mapped to ${grid.points} grid ` +
    `points each. Partial observation was reconstructed from them and the target predicted by ridge regression${known}, ` +
    `cross-fitted by unit with ${fold}; layouts that are learned were learned within training folds. R² pools all held-out ` +
    `predictions; ranges of differences are ${Math.round(100 * level)} % from ${draws} resamples of held-out units [1].`
  );
}
