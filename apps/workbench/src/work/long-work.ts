import type { FilesByPath } from '../study/memory-files.ts';
import type { Answer, Asking, Progress, Question, ToWorker } from './question.ts';
import { startWorker } from './start-worker.ts';

export interface LongWatch<Result> {
  onProgress(progress: Progress): void;
  onPartial(result: Result): void;
  onAnswer(answer: Answer<Result>): void;
}

/** Work that listens to a cancellation ends with what it has within this time; other work is stopped. */
const GRACE = 400;

/** Asks a question that may take long, in a worker of its own, so that it can be stopped at any time. Returns the stop. */
export function longWork<Result>(
  question: Question,
  asking: Asking,
  files: FilesByPath,
  { onProgress, onPartial, onAnswer }: LongWatch<Result>,
): () => void {
  const number = 1;
  let grace: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const end = (answer: Answer<Result>) => {
    if (over) return;
    over = true;
    clearTimeout(grace);
    worker.terminate();
    onAnswer(answer);
  };
  const worker = startWorker(
    (message) => {
      if (over) return;
      if ('progress' in message) onProgress(message.progress);
      else if ('partial' in message) onPartial(message.partial as Result);
      else end(message.answer as Answer<Result>);
    },
    (why) => end({ kind: 'fault', message: why }),
  );
  const post = (message: ToWorker) => worker.postMessage(message);
  post({ files });
  post({ number, question, asking });
  return () => {
    if (over || grace !== undefined) return;
    post({ cancel: number });
    grace = setTimeout(() => end({ kind: 'cancelled' }), GRACE);
  };
}
