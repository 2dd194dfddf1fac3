import type { FilesByPath } from '../study/memory-files.ts';
import type { Answer, Asking, Progress, Question, ToWorker } from './question.ts';
import { startWorker } from './start-worker.ts';

export interface LongWatch<Result> {
  onProgress?(progress: Progress): void;
  onPartial?(result: Result): void;
  onAnswer(answer: Answer<Result>): void;
}

/**
 * Work that listens to a cancellation ends with what it has within this time; other work is stopped. A search keeps its
 * best choice, and needs a while for all that belongs to it.
 */
const GRACE = { usual: 400, design: 20_000 };

/**
 * Asks a question that may take long, in a worker of its own, so that it can be stopped at any time. Returns the stop: the
 * second time it does not wait.
 */
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
      if (over || 'methods' in message) return;
      if ('progress' in message) onProgress?.(message.progress);
      else if ('partial' in message) onPartial?.(message.partial as Result);
      else end(message.answer as Answer<Result>);
    },
    (why) => end({ kind: 'fault', message: why }),
  );
  const post = (message: ToWorker) => worker.postMessage(message);
  post({ files });
  post({ number, question, asking });
  return () => {
    if (over) return;
    if (grace !== undefined) {
      end({ kind: 'cancelled' });
      return;
    }
    post({ cancel: number });
    const wait = question.command === 'design' ? GRACE.design : GRACE.usual;
    grace = setTimeout(() => end({ kind: 'cancelled' }), wait);
  };
}
