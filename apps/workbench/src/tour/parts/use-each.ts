import { useEffect, useState } from 'preact/hooks';
import type { Asked } from '../../work/question.ts';
import { answerTo } from './answers.ts';
import { type Found, troubleOf } from './use-answer.ts';

/** The answers to one question about several studies, one after the other, once it is wanted. */
export function useEach<Result>(
  asked: Asked,
  texts: () => readonly string[],
  wanted = true,
): Found<Result[]> {
  const [found, setFound] = useState<Found<Result[]>>({
    result: undefined,
    current: false,
    trouble: undefined,
  });
  useEffect(() => {
    if (!wanted) return undefined;
    let gone = false;
    const ask = async () => {
      const results: Result[] = [];
      for (const text of texts()) {
        const answer = await answerTo<Result>(asked, text);
        if (gone) return;
        if (answer.kind !== 'answered') {
          setFound({ result: undefined, current: false, trouble: troubleOf(answer) });
          return;
        }
        results.push(answer.result);
      }
      setFound({ result: results, current: true, trouble: undefined });
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [wanted]);
  return found;
}
