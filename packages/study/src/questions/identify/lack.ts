import { has, lackOfLaw } from '../../asking/lack.ts';
import type { Lack } from '../../asking/question.ts';
import type { ParsedStudy } from '../../file/parse-study.ts';
import { lawKind } from '../../law/law.ts';
import { protocolNames, realisedNames } from '../../parts/actions.ts';

/** What a study lacks for a benchmark to be asked about. */
export function identifyLack(parsed: ParsedStudy): Lack | undefined {
  if (!has(parsed, 'realised'))
    return {
      why: 'the study does not say which protocol was run',
      needs: '`realised`, the name of the protocol that was run',
    };
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
