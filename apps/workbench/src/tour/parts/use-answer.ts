import { problemsText } from '@sightline/answers';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Asked, Command, Results } from '../../work/question.ts';
import { answerTo, type QuestionOf } from './answers.ts';

export interface Found<Result> {
  /** The last answer that came; undefined before the first. */
  result: Result | undefined;
  /** Whether it answers what is asked now. */
  current: boolean;
  /** Why there is none. */
  trouble: string | undefined;
}

/** What a command answers about a study. */
export const useAnswer = <Of extends Command>(question: QuestionOf<Of>, text: string) =>
  useAsked<Results[Of]>({ question } as Asked, text);

/**
 * The answer to what is asked about a study, kept up to date with both. One is under way at a time; of those that a slider
 * makes meanwhile, only the last is asked.
 */
export function useAsked<Result>(asked: Asked, text: string): Found<Result> {
  const key = JSON.stringify([asked, text]);
  const line = useRef({ wanted: '', busy: false, gone: false });
  const latest = useRef({ asked, text });
  latest.current = { asked, text };
  const [{ of, ...found }, setFound] = useState<Omit<Found<Result>, 'current'> & { of: string }>({
    of: '',
    result: undefined,
    trouble: undefined,
  });
  useEffect(() => {
    const own = line.current;
    own.wanted = key;
    if (own.busy) return;
    const ask = async () => {
      const now = own.wanted;
      own.busy = true;
      const answer = await answerTo<Result>(latest.current.asked, latest.current.text);
      own.busy = false;
      if (own.gone) return;
      setFound((before) =>
        answer.kind === 'answered'
          ? { of: now, result: answer.result, trouble: undefined }
          : { of: now, result: before.result, trouble: troubleOf(answer) },
      );
      if (own.wanted !== now) await ask();
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

export function troubleOf(answer: Exclude<Answer<unknown>, { kind: 'answered' }>): string {
  if (answer.kind === 'problems') return problemsText(answer.problems);
  return answer.kind === 'cancelled' ? 'cancelled' : answer.message;
}
