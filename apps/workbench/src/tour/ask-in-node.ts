import { memoryFiles } from '../study/memory-files.ts';
import { answerQuestion } from '../work/answer-question.ts';
import type { Command, Results } from '../work/question.ts';
import { type QuestionOf, TOUR_STUDY } from './answers.ts';

/** For tests: the answer that the tour's worker gives, without a worker. */
export async function askInNode<Of extends Command>(
  question: QuestionOf<Of>,
  text: string,
): Promise<Results[Of]> {
  const answer = await answerQuestion(
    question,
    { study: TOUR_STUDY, text, seed: 0 },
    memoryFiles(new Map()),
    { signal: new AbortController().signal, onProgress: () => {}, onPartial: () => {} },
  );
  if (answer.kind !== 'answered') throw new Error(JSON.stringify(answer));
  return answer.result as Results[Of];
}
