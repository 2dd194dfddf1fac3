import { has, lackOfLaw } from '../../asking/lack.ts';
import type { Lack } from '../../asking/question.ts';
import type { ParsedStudy } from '../../file/parse-study.ts';

/** What a study lacks for a better protocol to be asked for. */
export const designLack = (parsed: ParsedStudy): Lack | undefined =>
  has(parsed, 'catalogue') && has(parsed, 'choose')
    ? lackOfLaw(parsed)
    : {
        why: 'the study has no catalogue of actions to choose from',
        needs: '`catalogue` with the possible actions, and `choose` with how many or at what cost',
      };
