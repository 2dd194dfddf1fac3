import type { ParsedStudy } from '../file/parse-study.ts';
import { valueAt } from '../file/study-source.ts';
import { isFittedStudy, lawKind } from '../law/law.ts';
import { standardisedProblems } from '../law/target-of-law.ts';
import { protocolNames } from '../parts/actions.ts';
import type { Lack } from './question.ts';

// What several questions may find lacking. They look at what stands in the file: its problems come with the plans.

export const has = ({ intended }: ParsedStudy, field: string) => valueAt(intended, [field]) !== undefined;
export const protocolCount = ({ intended }: ParsedStudy) => protocolNames(intended).length;

export const NO_PROTOCOL: Lack = {
  why: 'the study names no protocol',
  needs: '`protocols`, at least one with its actions',
};

/** That nothing says how the latent quantity behaves. */
export function lackOfLaw(parsed: ParsedStudy): Lack | undefined {
  if (has(parsed, 'latent')) return ofAnotherUnit(parsed);
  if (!has(parsed, 'calibration'))
    return {
      why: 'the study gives no law of the latent quantity',
      needs:
        '`latent` with a kernel or a covariance, or `calibration` with dense data of some units, or with sparse readings and `fit`',
    };
  return undefined;
}

/** A target in the unit of the data, for the best-linear value, is none of a standardised law beside it. */
function ofAnotherUnit(parsed: ParsedStudy): Lack | undefined {
  const { target } = parsed.parts;
  const beside = lawKind(parsed, 'data');
  if (target === undefined || beside.estimand === 'gaussian' || lawKind(parsed).unit === 'data')
    return undefined;
  if (standardisedProblems(target).length === 0) return undefined;
  return {
    why: 'the target is in the unit of the data, as `estimand: linear` has it, and the law under `latent` is standardised',
    needs: '`latent` with `mean` and `sd`, or no `latent`: then values come from the dense data',
  };
}

/** That no records were observed throughout. */
export const lackOfRecords = (parsed: ParsedStudy): Lack | undefined =>
  has(parsed, 'records')
    ? undefined
    : {
        why: 'the study has no fully annotated records',
        needs: '`records`, with a table of states or values, or the name of a public database',
      };

/** That there are no dense data, or no protocol to estimate the value of. */
export function lackOfDenseData(parsed: ParsedStudy): Lack | undefined {
  if (!has(parsed, 'calibration') && !isFittedStudy(parsed))
    return {
      why: 'the study has no dense data',
      needs: '`calibration` with a file of densely observed units and the variance of their noise',
    };
  if (valueAt(parsed.intended, ['fit', 'surface']) !== undefined)
    return {
      why: 'the data are sparse readings, and a law without a kernel has no intervals',
      needs: '`fit` with kernels, or densely observed units and no `fit`',
    };
  return protocolCount(parsed) === 0 && !has(parsed, 'classes') ? NO_PROTOCOL : undefined;
}
