import type { FilesByPath } from '../study/memory-files.ts';
import type { Answer, Asked, Asking, FromWorker, SearchMethod, ToWorker } from './question.ts';
import { startWorker } from './start-worker.ts';

export interface AnswerLine<Of extends Asking> {
  files(files: FilesByPath): void;
  ask(asking: Of): void;
  /** Nothing more is asked, and nothing answered. */
  end(): void;
}

/**
 * Answers while a mark is dragged: one question is under way, and of those that come meanwhile only the last one is asked,
 * so that the answer is never further behind than one computation.
 */
export function answerLine<Of extends Asking, Result>(
  asked: (asking: Of) => Asked,
  onAnswer: (asking: Of, answer: Answer<Result>, milliseconds: number) => void,
  onMethods: (methods: readonly SearchMethod[]) => void = () => {},
): AnswerLine<Of> {
  const post = (message: ToWorker) => worker.postMessage(message);
  let number = 0;
  let underWay: { asking: Of; since: number } | undefined;
  let next: Of | undefined;
  let held: FilesByPath = new Map();
  const send = (asking: Of) => {
    underWay = { asking, since: performance.now() };
    post({ number: ++number, ...asked(asking), asking });
  };
  const settled = (answer: Answer<unknown>) => {
    const { asking, since } = underWay!;
    underWay = undefined;
    onAnswer(asking, answer as Answer<Result>, performance.now() - since);
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
        if (underWay) settled({ kind: 'fault', message: why });
      },
    );
  let worker = start();
  return {
    files(files) {
      held = files;
      post({ files });
    },
    ask(asking) {
      if (underWay) next = asking;
      else send(asking);
    },
    end: () => worker.terminate(),
  };
}
