import type { FilesByPath } from '../study/memory-files.ts';
import type { Answer, Asking, FromWorker, Results, SearchMethod, ToWorker } from './question.ts';
import { startWorker } from './start-worker.ts';

export interface ValueLine<Of extends Asking> {
  files(files: FilesByPath): void;
  ask(asking: Of): void;
}

/**
 * Values while a mark is dragged: one question is under way, and of those that come meanwhile only the last one is asked,
 * so that the answer is never further behind than one computation.
 */
export function valueLine<Of extends Asking>(
  onAnswer: (asking: Of, answer: Answer<Results['value']>, milliseconds: number) => void,
  onMethods: (methods: readonly SearchMethod[]) => void,
): ValueLine<Of> {
  const post = (message: ToWorker) => worker.postMessage(message);
  let number = 0;
  let asked: { asking: Of; since: number } | undefined;
  let next: Of | undefined;
  let held: FilesByPath = new Map();
  const send = (asking: Of) => {
    asked = { asking, since: performance.now() };
    post({ number: ++number, question: { command: 'value' }, asking });
  };
  const settled = (answer: Answer<unknown>) => {
    const { asking, since } = asked!;
    asked = undefined;
    onAnswer(asking, answer as Answer<Results['value']>, performance.now() - since);
    if (next === undefined) return;
    const waiting = next;
    next = undefined;
    send(waiting);
  };
  const start = () =>
    startWorker(
      (message: FromWorker) => {
        if ('methods' in message) onMethods(message.methods);
        else if ('answer' in message && message.number === number) settled(message.answer);
      },
      (why) => {
        worker = start();
        post({ files: held });
        if (asked) settled({ kind: 'fault', message: why });
      },
    );
  let worker = start();
  return {
    files(files) {
      held = files;
      post({ files });
    },
    ask(asking) {
      if (asked) next = asking;
      else send(asking);
    },
  };
}
