import { memoryFiles } from '../src/study/memory-files.ts';
import { type QuestionOf, TOUR_STUDY } from '../src/tour/parts/answers.ts';
import { answerQuestion } from '../src/work/answer-question.ts';
import type { Command, Results } from '../src/work/question.ts';

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
