import { has, lackOfLaw, protocolCount } from '../../asking/lack.ts';
import type { Lack } from '../../asking/question.ts';
import type { ParsedStudy } from '../../file/parse-study.ts';

/** What a study lacks for a benchmark to be asked about. */
export function identifyLack(parsed: ParsedStudy): Lack | undefined {
  if (!has(parsed, 'realised'))
    return {
      why: 'the study does not say which protocol was run',
      needs: '`realised`, the name of the protocol that was run',
    };
  if (protocolCount(parsed) < 2)
    return {
      why: 'there is no protocol beside the realised one',
      needs: 'another protocol under `protocols`',
    };
  return has(parsed, 'benchmark') ? undefined : lackOfLaw(parsed);
}
