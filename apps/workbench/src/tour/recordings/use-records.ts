import { useEffect, useState } from 'preact/hooks';
import type { RecordShown } from '../../work/question.ts';
import { answerTo } from '../parts/answers.ts';

/** What looks see of each of so many records, and what is so; once all are there. */
export interface SeenOfAll {
  seen: Float64Array;
  whole: Float64Array;
}

/** Who asks for all records of one study is not interrupted by another one: the worker keeps the records of one study only. */
let turn = Promise.resolve();

/** Every record of a study as a layout with so many looks sees it, asked for one after the other. */
export function useRecords(text: string, by: string, looks: number, count: number): SeenOfAll | undefined {
  const [found, setFound] = useState<SeenOfAll | undefined>(undefined);
  useEffect(() => {
    let gone = false;
    const ask = async () => {
      if (gone) return;
      const all: SeenOfAll = { seen: new Float64Array(count), whole: new Float64Array(count) };
      for (let record = 0; record < count; record++) {
        const answer = await answerTo<RecordShown>({ record: { record, by, looks } }, text);
        if (gone || answer.kind !== 'answered') return;
        const [target] = answer.result.targets;
        all.seen[record] = target!.seen ?? 0;
        all.whole[record] = target!.whole;
      }
      setFound(all);
    };
    turn = turn.then(ask);
    return () => {
      gone = true;
    };
  }, [text, by, looks, count]);
  return found;
}
