import { problemsText } from '@sightline/answers';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Command, Results } from '../../work/question.ts';
import { answerTo, type QuestionOf } from './answers.ts';

export interface Found<Result> {
  /** The last answer that came; undefined before the first. */
  result: Result | undefined;
  /** Whether it answers what is asked now. */
  current: boolean;
  /** Why there is none. */
  trouble: string | undefined;
}

/**
 * The answer to a question about a study, kept up to date with both. One is under way at a time; of those that a slider
 * makes meanwhile, only the last is asked.
 */
export function useAnswer<Of extends Command>(question: QuestionOf<Of>, text: string): Found<Results[Of]> {
  const key = JSON.stringify([question, text]);
  const line = useRef({ wanted: '', busy: false, gone: false });
  const latest = useRef({ question, text });
  latest.current = { question, text };
  const [{ of, ...found }, setFound] = useState<Omit<Found<Results[Of]>, 'current'> & { of: string }>({
    of: '',
    result: undefined,
    trouble: undefined,
  });
  useEffect(() => {
    const own = line.current;
    own.wanted = key;
    if (own.busy) return;
    const ask = async () => {
      const asked = own.wanted;
      own.busy = true;
      const answer = await answerTo(latest.current.question, latest.current.text);
      own.busy = false;
      if (own.gone) return;
      setFound((before) =>
        answer.kind === 'answered'
          ? { of: asked, result: answer.result, trouble: undefined }
          : { of: asked, result: before.result, trouble: troubleOf(answer) },
      );
      if (own.wanted !== asked) await ask();
    };
    void ask();
  }, [key]);
  useEffect(() => {
    const own = line.current;
    return () => {
      own.gone = true;
    };
  }, []);
  return { ...found, current: of === key };
}

function troubleOf(answer: Exclude<Answer<unknown>, { kind: 'answered' }>): string {
  if (answer.kind === 'problems') return problemsText(answer.problems);
  return answer.kind === 'cancelled' ? 'cancelled' : answer.message;
}
