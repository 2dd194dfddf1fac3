import { type DatabaseName, databaseOf } from '@sightline/data';
import type {
  DesignResult,
  GridSummary,
  IdentifyResult,
  RetrospectResult,
  RunSteps,
  StudyFile,
} from '@sightline/study';
import { digits, estimandOf, list, moment } from '@sightline/study';

import { costText, time } from '../../words/quantities.ts';
import { lawWords, targetWords, weightsWords } from '../../words/study-words.ts';
import { dataText, drawsText } from '../calibrate.ts';

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
  paper: 'X. Zhang. Counterfactual Evaluation of Temporal Observation Protocols.',
  bootstrap: 'B. Efron, R. J. Tibshirani. An Introduction to the Bootstrap. Chapman & Hall, 1993.',
  semidefinite: 'L. Vandenberghe, S. Boyd. Semidefinite programming. SIAM Review 38 (1996), 49–95.',
  branch:
    'A. H. Land, A. G. Doig. An automatic method of solving discrete programming problems. Econometrica 28 (1960), 497–520.',
} as const;

/** The number of a work among the references, which it joins when it is first cited. */
type Cite = (work: string) => string;

/** How the numbers were made, in sentences that can stand in a paper; [1] is the paper behind them. */
export function methodsText({ given, steps, version, seed }: MethodsAbout): Methods {
  const { value, identify, calibrate, plan, design, retrospect } = steps;
  const grid = (value ?? identify ?? calibrate ?? plan ?? design)?.grid;
  const used: string[] = [WORKS.paper];
  const cite: Cite = (work) => {
    if (!used.includes(work)) used.push(work);
    return `[${used.indexOf(work) + 1}]`;
  };
  return {
    paragraphs: [
      ...(given.target && grid ? [modelText(given, grid)] : []),
      ...(value || identify || calibrate || design ? [valueText(given)] : []),
      ...(calibrate ? [calibrationText(steps, cite)] : []),
      ...(identify ? [identificationText(identify, cite)] : []),
      ...(design ? [designText(design, given.choose?.targets, cite)] : []),
      ...(retrospect ? [recordsText(retrospect, given.records?.preset, cite)] : []),
      `Computed with Sightline ${version}; random numbers were drawn with seed ${seed}.`,
    ],
    references: used,
  };
}

function modelText(
  { target, weights, latent, calibration, benchmark }: Partial<StudyFile>,
  grid: GridSummary,
) {
  const { horizon, points, unit, spacing, largestShift, start } = grid;
  const clock = start === undefined ? '' : ` (${moment(0, grid)} to ${moment(horizon, grid)})`;
  const measured = calibration?.target;
  const inData = calibration !== undefined && estimandOf(calibration) === 'linear';
  const what =
    measured === undefined
      ? `${targetWords(target!, inData)}, ${weightsWords(weights, unit)}`
      : `the measured quantity in the column ${measured}`;
  const law = latent
    ? `The latent quantity was taken to be ${lawWords(latent, unit)}, standardised to mean 0 and variance 1.`
    : benchmark
      ? 'No law of the latent quantity was assumed; second moments of the benchmark were taken from data.'
      : calibration && !inData
        ? 'The latent quantity was taken to be Gaussian, its correlations estimated from densely observed units.'
        : '';
  return (
    `The target is ${what}. ${law}${law ? ' ' : ''}Time is a grid of ${points} midpoints over ${time(horizon, unit)}${clock}, ` +
    `${time(spacing, unit)} apart; a reading at a point in time is that of the nearest grid point, here at most ` +
    `${time(largestShift, unit)} away, and a window reads the mean of the grid points inside. Readings carry independent ` +
    'Gaussian noise of the variance that the study states for each; repeated readings are averaged.'
  );
}

function valueText({ calibration, latent }: Partial<StudyFile>): string {
  return calibration && !latent && estimandOf(calibration) === 'linear'
    ? 'The value of a protocol is the population R² of the best linear predictor of the target from its readings, from ' +
        'second moments and without a distributional assumption [1].'
    : 'The value of a protocol is the population R² of the best predictor of the target from its readings, the share of ' +
        'the target’s variance that its conditional mean explains, by the Gaussian protocol-value identity [1].';
}

function calibrationText({ calibrate, plan }: Partial<RunSteps>, cite: Cite): string {
  const { repair, level } = calibrate!;
  const floor =
    repair.floor === null
      ? ''
      : ' The noise variance was subtracted from the sample covariance, eigenvalues were lifted to a floor, and the matrix was rescaled to correlations.';
  const needed = plan
    ? ' The number of units needed was extrapolated from subsamples at the root-m rate.'
    : '';
  return (
    `Values were estimated from dense data (${dataText(calibrate!)}).${floor} Intervals are ${drawsText(calibrate!)} ${cite(WORKS.bootstrap)}, ` +
    'widened to the jackknife’s standard error where that is larger; two protocols are called distinguishable where the ' +
    `interval of their difference, simultaneous over all pairs at ${Math.round(100 * level)} %, excludes 0 [1].${needed}`
  );
}

function identificationText({ realised, assume, know, law, data }: IdentifyResult, cite: Cite): string {
  const worlds = assume === 'stationary' ? 'stationary trajectories' : 'all correlation matrices';
  const known = know === null ? '' : ', restricted by what the study states as known';
  const from = law === 'data' ? ` Moments of the benchmark come from ${data!.units} units.` : '';
  return (
    `A value is called identified where all laws with the same joint law of the target and the readings of ‘${realised}’ ` +
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
      ? `all ${sets} choices were evaluated`
      : 'as many choices were evaluated as the time allowed, with a certified upper bound on the others',
    'branch and bound': `the search was branch and bound${best.method === 'branch and bound' ? ` ${cite(WORKS.branch)}` : ''} with certified upper bounds`,
    'forward selection and swaps':
      'the search was greedy forward selection with swaps, without a proof of optimality',
  }[best.method];
  return `Actions were chosen from a catalogue of ${catalogue} (${rules})${aimText(design, targets)}; ${how} [1].`;
}

/** What a choice is made for in place of the study's own target. */
function aimText({ objective, targets: own }: DesignResult, targets: Chosen['targets']): string {
  if (targets === undefined) return '';
  const words = targets.map(({ target }, i) => {
    const weight = own[i]!.weight;
    return `${targetWords(target)}${targets.length === 1 || weight === null ? '' : ` (weight ${digits(weight)})`}`;
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
