import type { Expectation, KernelName, Problem } from '@sightline/engine';
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
}

/** `fit` as far as its fields alone tell. */
export const fitFields: Part<FitWanted | undefined> = (study) => {
  const { parts, intended } = study.parsed;
  if (valueAt(intended, ['calibration']) === undefined)
    study.report([
      {
        path: ['calibration'],
        value: undefined,
        why: 'a law is fitted to readings, and `calibration` is missing',
        accepted: 'calibration: { data: file.csv } with a table of unit, time and value',
      },
    ]);
  if (!parts.fit) return undefined;
  const { trait = USUAL_FIT.trait, mean = USUAL_FIT.mean } = parts.fit;
  const kernels: readonly KernelName[] = parts.fit.kernels ?? USUAL_FIT.kernels;
  const twice = kernels.findIndex((name, k) => kernels.indexOf(name) < k);
  if (twice >= 0)
    study.report([
      {
        path: ['fit', 'kernels', twice],
        value: kernels[twice],
        why: 'this kernel stands in the list before',
        accepted: 'each kernel once',
      },
    ]);
  return { kernels, trait, mean: mean === 'smooth' ? { smooth: undefined } : mean };
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
