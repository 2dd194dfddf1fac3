import { has, lackOfLaw, NO_PROTOCOL } from '../../asking/lack.ts';
import type { Lack } from '../../asking/question.ts';
import type { ParsedStudy } from '../../file/parse-study.ts';
import { lawKind } from '../../law/law.ts';
import { protocolNames, realisedNames } from '../../parts/actions.ts';

export const NOT_REALISED: Lack = {
  why: 'the study does not say which protocol was run',
  needs: '`realised`, the name of the protocol that was run',
};

/** What a study lacks for a benchmark to be asked about. */
export function identifyLack(parsed: ParsedStudy): Lack | undefined {
  // What was seen of a law without a kernel is a benchmark of its own; the files say whether anything is left open.
  if (lawKind(parsed).from === 'fit' && parsed.parts.fit?.surface && !has(parsed, 'benchmark'))
    return protocolNames(parsed.intended).length === 0 ? NO_PROTOCOL : undefined;
  if (!has(parsed, 'realised')) return NOT_REALISED;
  const run = realisedNames(parsed.parts);
  const names = protocolNames(parsed.intended);
  if (names.length < 2 || names.every((name) => run.includes(name)))
    return {
      why: `there is no protocol beside the realised one${run.length > 1 ? 's' : ''}`,
      needs: 'another protocol under `protocols`',
    };
  if (has(parsed, 'benchmark')) return undefined;
  const { calibration, target } = parsed.parts;
  if (lawKind(parsed).estimand === 'linear' && (calibration?.target !== undefined || target !== 'mean'))
    return {
      why: 'second moments alone say nothing about a benchmark unless the target is the mean of the record',
      needs: 'the target mean and no `target` column, or `estimand: gaussian`',
    };
  return lackOfLaw(parsed);
}
