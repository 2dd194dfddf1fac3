import { parseMatrix } from '@sightline/data';
import {
  type DataScale,
  InvalidInput,
  type LatentCovariance,
  latentCovariance,
  type Matrix,
  numberAbove,
  type Problem,
} from '@sightline/engine/internal';
import { isMapping } from '../file/parse-study.ts';
import { valueAt } from '../file/study-source.ts';
import { horizon, type StudyGrid } from '../parts/horizon.ts';
import type { Asking, Part } from '../parts/study-parts.ts';
import { placed, placedCell } from '../problems/located-problem.ts';
import type { Warning } from '../problems/warning.ts';
import type { ResultRepair } from '../schema/result-head.ts';
import type { Study } from '../schema/study.ts';
import { digits } from '../words/text.ts';
import type { FittedFrom } from './fitted-law.ts';
import { LEAST_DEVIATION } from './least-variance.ts';

type Latent = NonNullable<Study['latent']>;

/** The law under `latent`, and in the unit of the data its mean and scale; null where it is standardised. */
export interface GivenLaw extends Omit<LatentCovariance, 'repairs'> {
  repairs: ResultRepair[];
  inData: Required<DataScale> | null;
  /** How uncertain it is, where it was fitted to readings. */
  fitted: FittedFrom | null;
  /** What to know before it is used; absent where there is nothing. */
  warnings?: Warning[];
}

/** The law under `latent`: a kernel, or a covariance in a file. */
export const latent: Part<Promise<GivenLaw | undefined>> = async (study) => {
  const time = study.part(horizon);
  const given = valueAt(study.parsed.intended, ['latent']);
  const unclear = unitProblems(given, time);
  study.report([...latentProblems(given), ...unclear]);
  const { kernel, covariance, trait, mean, sd, transform = 'none' } = study.parsed.parts.latent ?? {};
  const fitted = await fittedBlock(study, time);
  // Without a number of points nothing says which time a number of a list belongs to.
  const placed = time.pointsKnown || ![mean, sd].some(Array.isArray);
  if (kernel !== undefined && covariance === undefined) {
    const made = study.build(
      ['latent'],
      () => latentCovariance(trait === undefined ? { kernel } : { kernel, trait }, time.grid),
      ({ path }) => time.pointsKnown || path.at(-1) !== 'toeplitz',
    );
    if (!made || !placed || unclear.length > 0) return undefined;
    if (mean === undefined || sd === undefined) return { ...made, inData: null, fitted };
    return { ...made, inData: { mean: atTimes(mean, time), scale: atTimes(sd, time), transform }, fitted };
  }
  const read = await covarianceFile(study, time);
  if (!read || !placed || unclear.length > 0) return undefined;
  const { rows: p, data } = read.given;
  if (mean === undefined) return { ...read.made, inData: null, fitted };
  const scale = Float64Array.from({ length: p }, (_, j) => Math.sqrt(data[j * p + j]!));
  study.report(diagonalProblems(sd, scale));
  return {
    covariance: read.made.covariance,
    repairs: read.made.repairs.filter(({ kind }) => kind !== 'rescaled'),
    inData: { mean: atTimes(mean, time), scale, transform },
    fitted,
  };
};

/** What the block says of the fit that it was written by. */
async function fittedBlock(study: Asking, time: StudyGrid): Promise<FittedFrom | null> {
  const { latent: given } = study.parsed.parts;
  if (!given?.fitted) return null;
  // Fetched when there is one: a page whose law was not fitted does without.
  const { fittedFrom } = await import('./fitted-law.ts');
  const found = fittedFrom(given, time.pointsKnown && time.horizonKnown ? time.grid.times : undefined);
  if ('fitted' in found) return found.fitted;
  study.report(found.problems, ['latent']);
  return null;
}

const atTimes = (given: number | readonly number[], { grid: { points } }: StudyGrid) =>
  typeof given === 'number' ? new Float64Array(points).fill(given) : Float64Array.from(given);

async function covarianceFile(
  study: Asking,
  { grid, pointsKnown }: StudyGrid,
): Promise<{ given: Matrix; made: LatentCovariance } | undefined> {
  const { covariance, indefinite } = study.parsed.parts.latent ?? {};
  const found = covariance === undefined ? undefined : await study.text(['latent', 'covariance'], covariance);
  if (!found) return undefined;
  const { file, text } = found;
  const read = parseMatrix(text);
  if (!read.ok) {
    study.tell(read.problems.map((problem) => placedCell(problem, file, ['latent', 'covariance'])));
    return undefined;
  }
  if (!pointsKnown) return undefined;
  try {
    const given = { covariance: read.matrix };
    const made = latentCovariance(indefinite === undefined ? given : { ...given, indefinite }, grid);
    return { given: read.matrix, made };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    study.tell(
      error.problems.map((problem) => {
        const [, row, cell] = problem.path;
        const position =
          typeof row === 'number' && typeof cell === 'number'
            ? read.positionOf(row, cell)
            : { line: 1, column: 1 };
        return placed({ ...problem, path: ['latent', ...problem.path] }, file, position);
      }),
    );
    return undefined;
  }
}

/** `latent` is a kernel or a covariance. Looks at what stands in the file, whatever its shape. */
function latentProblems(given: unknown): Problem[] {
  if (!isMapping(given)) return [];
  const has = (name: string) => Object.hasOwn(given, name);
  const stray = (name: string, home: string): Problem => ({
    path: ['latent', name],
    value: given[name],
    why: `\`${name}\` belongs to a \`${home}\`, and there is none here`,
    accepted: `\`${name}\` together with \`${home}\`, or neither`,
  });
  if (has('kernel') && has('covariance'))
    return [
      {
        path: ['latent'],
        value: Object.keys(given),
        why: 'the law is given twice, as a kernel and as a covariance',
        accepted: 'exactly one of kernel and covariance',
      },
    ];
  const problems: Problem[] = [];
  if (!has('kernel') && has('trait')) problems.push(stray('trait', 'kernel'));
  if (!has('covariance') && has('indefinite')) problems.push(stray('indefinite', 'covariance'));
  if (!has('kernel') && !has('covariance') && problems.length === 0)
    problems.push({
      path: ['latent'],
      value: given,
      why: 'neither a kernel nor a covariance is given',
      accepted: 'exactly one of kernel and covariance',
    });
  return problems;
}

const SD = { ...numberAbove(0), name: 'sd' };

/** `mean`, `sd` and `transform` among themselves and with the grid. Looks at what stands in the file, whatever its shape. */
function unitProblems(given: unknown, { grid, pointsKnown }: StudyGrid): Problem[] {
  if (!isMapping(given)) return [];
  const problems: Problem[] = [];
  const complain = (path: Problem['path'], value: unknown, why: string, accepted: Problem['accepted']) =>
    problems.push({ path: ['latent', ...path], value, why, accepted });
  const has = (name: string) => Object.hasOwn(given, name);
  if (has('sd') && !has('mean'))
    complain(
      ['sd'],
      given.sd,
      'a standard deviation without a `mean` does not put the law in the unit of the data',
      '`mean` and `sd` together, or neither',
    );
  if (has('mean') && !has('sd') && !has('covariance'))
    complain(
      ['mean'],
      given.mean,
      'a mean without a standard deviation does not put the law in the unit of the data',
      '`mean` and `sd` together, or neither; with a `covariance`, its diagonal has the variances',
    );
  if (given.transform === 'log' && !has('mean'))
    complain(
      ['transform'],
      given.transform,
      'without mean and standard deviation of the logarithm nothing can be transformed back',
      '`transform: log` together with `mean` and `sd`, or neither',
    );
  for (const name of ['mean', 'sd']) {
    const own = given[name];
    if (name === 'sd')
      [own].flat().forEach((value, j) => {
        if (typeof value === 'number' && !(value >= LEAST_DEVIATION))
          complain(
            Array.isArray(own) ? [name, j] : [name],
            value,
            value > 0
              ? 'the standard deviation is so small that products of variances vanish'
              : 'a standard deviation is above 0',
            value > 0 ? `a number of ${LEAST_DEVIATION} or more: the same in a smaller unit` : SD,
          );
      });
    if (Array.isArray(own) && own.length > 0 && pointsKnown && own.length !== grid.points)
      complain(
        [name],
        `${own.length} numbers`,
        `the grid has ${grid.points} points`,
        `one number, or a list of ${grid.points}`,
      );
  }
  return problems;
}

/** Standard deviations that differ by no more are the same, rounded. */
const ROUNDED = 1e-6;

/** A covariance has the variances itself: an `sd` beside it has to be the same. */
function diagonalProblems(sd: Latent['sd'], scale: Float64Array): Problem[] {
  const least = scale.reduce((least, own) => Math.min(least, own), Number.POSITIVE_INFINITY);
  if (!(least >= LEAST_DEVIATION))
    return [
      {
        path: ['latent', 'covariance'],
        value: `a standard deviation of ${digits(least)}`,
        why: 'a variance of the covariance is so small that products of variances vanish',
        accepted: `standard deviations of ${LEAST_DEVIATION} or more: the same in a smaller unit`,
      },
    ];
  if (sd === undefined) return [];
  const j = scale.findIndex((own, k) => {
    const said = typeof sd === 'number' ? sd : sd[k];
    return said !== undefined && Math.abs(said - own) > ROUNDED * own;
  });
  if (j < 0) return [];
  return [
    {
      path: typeof sd === 'number' ? ['latent', 'sd'] : ['latent', 'sd', j],
      value: typeof sd === 'number' ? sd : sd[j],
      why: `the diagonal of the covariance has another variance at grid point ${j}, that of a standard deviation of ${digits(scale[j]!)}`,
      accepted: `no \`sd\`, or the roots of the diagonal of \`covariance\``,
    },
  ];
}
