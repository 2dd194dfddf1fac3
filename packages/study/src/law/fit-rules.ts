import {
  type Expectation,
  type KernelName,
  numberAbove,
  numberProblems,
  type Problem,
  type RuledNumber,
  wholeFrom,
} from '@sightline/engine/internal';
import { valueAt } from '../file/study-source.ts';
import type { Part } from '../parts/study-parts.ts';
import { USUAL_FIT } from '../schema/fit.ts';
import type { Study } from '../schema/study.ts';

type Calibration = NonNullable<Study['calibration']>;

// What a study may say of a law that is fitted to sparse readings.

/** What is to be fitted, with what the study leaves open filled in. */
export interface FitWanted {
  kernels: readonly KernelName[];
  trait: boolean;
  /** The number of knots where the mean is smooth in time; as usual where it is not said. */
  mean: 'constant' | { smooth: number | undefined };
  /** In place of all these: a law without a kernel. */
  surface: { bandwidth?: number; units?: number } | null;
}

const BANDWIDTH: RuledNumber = {
  ...numberAbove(0),
  name: 'bandwidth',
  why: 'a smoother looks to both sides of a time',
};
const SEEN_UNITS: RuledNumber = {
  ...wholeFrom(2),
  name: 'units',
  why: 'fewer units show no correlation',
};

/** `fit` as far as its fields alone tell. */
export const fitFields: Part<FitWanted | undefined> = (study) => {
  const { parts, intended } = study.parsed;
  if (valueAt(intended, ['calibration']) === undefined)
    study.report({
      path: ['calibration'],
      value: undefined,
      why: 'a law is fitted to readings, and `calibration` is missing',
      accepted: 'calibration: { data: file.csv } with a table of unit, time and value',
    });
  if (!parts.fit) return undefined;
  const { trait = USUAL_FIT.trait, mean = USUAL_FIT.mean, surface } = parts.fit;
  if (surface)
    study.report(
      (['kernels', 'trait', 'mean'] as const)
        .filter((name) => parts.fit?.[name] !== undefined)
        .map((name) => ({
          path: ['fit', name],
          value: parts.fit?.[name],
          why: `a \`surface\` has no kernel, no trait and no other mean than its own`,
          accepted: `\`surface\` alone, or \`${name}\` without it`,
        })),
    );
  if (typeof surface === 'object')
    study.report([
      ...numberProblems(BANDWIDTH, surface.bandwidth, ['fit', 'surface', 'bandwidth']),
      ...numberProblems(SEEN_UNITS, surface.units, ['fit', 'surface', 'units']),
    ]);
  const kernels: readonly KernelName[] = parts.fit.kernels ?? USUAL_FIT.kernels;
  const twice = kernels.findIndex((name, k) => kernels.indexOf(name) < k);
  if (twice >= 0)
    study.report({
      path: ['fit', 'kernels', twice],
      value: kernels[twice],
      why: 'this kernel stands in the list before',
      accepted: 'each kernel once',
    });
  return {
    kernels,
    trait,
    mean: mean === 'smooth' ? { smooth: undefined } : mean,
    surface: surface === undefined ? null : surface === true ? {} : surface,
  };
};

/** What dense data need and sparse readings do not know, or the other way round. Paths are below `calibration`. */
export function sparseProblems(calibration: Calibration): Problem[] {
  const problems: Problem[] = [];
  const complain = (name: keyof Calibration, why: string, accepted: Expectation) =>
    calibration[name] !== undefined &&
    problems.push({ path: [name], value: calibration[name], why, accepted });
  if (typeof calibration.noise === 'object')
    complain(
      'noise',
      'a fitted law has one variance of the noise for all readings',
      'a variance, which is held fixed; or no `noise`, and it is estimated',
    );
  if (calibration.estimand === 'linear')
    complain('estimand', 'a law with parameters is Gaussian', 'gaussian, or no `fit` and dense data');
  complain('target', 'a fitted law does not use a measured target', 'no `target` here');
  if (calibration.shrinkage === 'linear')
    complain('shrinkage', 'a fitted law has few parameters, and nothing to shrink', 'no `shrinkage`');
  if (calibration.missing !== 'refuse')
    complain(
      'missing',
      'sparse readings have no grid in which one could be missing: a row without a value is no reading',
      'no `missing`, or no `fit` and dense data',
    );
  complain(
    'align',
    'readings are taken at the times at which they stand: there is no grid to align them with',
    'no `align`, or no `fit` and dense data',
  );
  if (calibration.scale === 'standardised')
    complain('scale', 'mean and standard deviation are fitted, in the unit of the data', 'data');
  if (calibration.duplicates === 'average')
    complain(
      'duplicates',
      'a mean of readings has less noise than the others',
      'keep, which takes each as a reading of its own; or refuse',
    );
  return problems;
}
