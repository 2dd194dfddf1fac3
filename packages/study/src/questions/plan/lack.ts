import { lackOfDenseData, protocolCount } from '../../asking/lack.ts';
import type { Lack } from '../../asking/question.ts';
import type { ParsedStudy } from '../../file/parse-study.ts';

/** What a study lacks for a number of units to be asked for. */
export function planLack(parsed: ParsedStudy, { gap }: { gap?: number | undefined }): Lack | undefined {
  const lack = lackOfDenseData(parsed);
  if (lack || protocolCount(parsed) >= 2 || gap !== undefined) return lack;
  return {
    why: 'there are fewer than two protocols, so no difference',
    needs: 'two protocols, or --gap with the difference in value that matters',
  };
}
