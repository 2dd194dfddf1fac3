import { isLinear } from '../model/target.ts';
import { defaultKernels } from '../numerics/kernels/kernels.ts';
import { type Augmentation, type AugmentationSearch, cheapestAugmentation } from './cheapest-augmentation.ts';
import type { AugmentationAnswer, IdentifyInput, IdentifyOptions } from './identification.ts';
import { type CovarianceClass, className } from './invisible/covariance-class.ts';
import { isMirrored } from './invisible/determined-law.ts';

/** What to measure, on the same units, to settle an alternative whose value is open; null where nothing was found. */
export function augmentationAnswer(
  input: IdentifyInput,
  options: IdentifyOptions,
): AugmentationAnswer | null {
  const { catalogue, covariance, covarianceClass, realised, alternative, target } = input;
  if (catalogue === undefined || catalogue.length === 0) return null;
  const { kernels = defaultKernels() } = options;
  const law = isLinear(target) ? { covariance, covarianceClass } : undefined;
  const found = cheapestAugmentation(realised, input, alternative, catalogue, law, {
    kernels,
    mirrored: isMirrored(covarianceClass, input, target),
  });
  return found.cheapest ? answerOf(found, found.cheapest, covarianceClass) : null;
}

function answerOf(
  { surest, exact }: AugmentationSearch,
  cheapest: Augmentation,
  covarianceClass: CovarianceClass,
): AugmentationAnswer {
  const { by, ...other } = surest ?? cheapest;
  const why = WHY[cheapest.by](className(covarianceClass));
  return { ...cheapest, why, exact, surest: surest && by !== cheapest.by ? other : null };
}

const WHY: Record<Augmentation['by'], (ofClass: string) => string> = {
  'row-space': () =>
    'with these every measurement of the alternative is a linear combination of what is measured (row space): identified for every law',
  'nothing-invisible': (ofClass) =>
    `with these no direction of the covariance within the class${ofClass} is invisible: identified`,
  'every-law': (ofClass) =>
    `with these no invisible direction within the class${ofClass} changes the covariances of the alternative’s measurements: identified for every law of the class`,
  'this-law': (ofClass) =>
    `with these no invisible direction within the class${ofClass} changes the best predictor or the variance it explains: identified at this law`,
};
