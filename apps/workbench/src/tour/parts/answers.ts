import type { FilesByPath } from '../../study/memory-files.ts';
import type { Answer, Asked, Command, FromWorker, Question, ToWorker } from '../../work/question.ts';
import { startWorker } from '../../work/start-worker.ts';

/** What the tour asks about is named so on the command line. */
export const TOUR_STUDY = 'tour.yaml';
const SEED = 0;

/** The question of one command. */
export type QuestionOf<Of extends Command> = Extract<Question, { command: Of }>;

type Settle = (answer: Answer<unknown>) => void;
const waiting = new Map<number, Settle>();
let worker: Worker | undefined;
let number = 0;
let given: FilesByPath = new Map();

/** Data beside the tour's studies, under the names that these have for them. */
export function giveFiles(files: FilesByPath): void {
  given = files;
  running().postMessage({ files } satisfies ToWorker);
}

/** One worker for the whole tour, begun with the first question and once more should it break down. */
function running(): Worker {
  if (worker) return worker;
  worker = startWorker(
    (message: FromWorker) => {
      if (!('answer' in message)) return;
      waiting.get(message.number)?.(message.answer);
      waiting.delete(message.number);
    },
    (why) => {
      worker = undefined;
      for (const settle of waiting.values()) settle({ kind: 'fault', message: why });
      waiting.clear();
    },
  );
  worker.postMessage({ files: given } satisfies ToWorker);
  return worker;
}

/** What the worker answers to a question about a study, or when asked for people of it. */
export function answerTo<Result>(asked: Asked, text: string): Promise<Answer<Result>> {
  const message: ToWorker = { number: ++number, ...asked, asking: { study: TOUR_STUDY, text, seed: SEED } };
  return new Promise((resolve) => {
    waiting.set(number, resolve as Settle);
    running().postMessage(message);
  });
}
