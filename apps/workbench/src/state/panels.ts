import { type Signal, signal } from '@preact/signals';
import type { LocatedProblem } from '@sightline/study';
import { longWork } from '../work/long-work.ts';
import type { LongCommand, Progress, Question, Results } from '../work/question.ts';
import { files, SEED, studyName, text } from './workbench.ts';

/** What a panel shows: nothing was asked yet, it is being computed, or how that ended. */
export type Asked<Result> =
  | { state: 'not asked' }
  | { state: 'running'; progress: Progress; partial: Result | undefined }
  | { state: 'answered'; result: Result }
  | { state: 'problems'; problems: readonly LocatedProblem[] }
  | { state: 'undecided'; message: string }
  | { state: 'cancelled'; partial: Result | undefined }
  | { state: 'fault'; message: string };

export interface Panel<Result> {
  asked: Signal<Asked<Result>>;
  /** The text that was asked about: where it is no longer the page's, the answer is of an earlier study. */
  of: Signal<string>;
  /** The question that was asked, for the command line that answers it too. */
  question: Signal<Question | undefined>;
  ask(question: Question): void;
  cancel(): void;
}

function panel<Command extends LongCommand>(): Panel<Results[Command]> {
  type Result = Results[Command];
  const asked = signal<Asked<Result>>({ state: 'not asked' });
  const of = signal('');
  const question = signal<Question | undefined>(undefined);
  let stop: (() => void) | undefined;
  let partial: Result | undefined;
  let run = 0;
  return {
    asked,
    of,
    question,
    ask(next) {
      stop?.();
      partial = undefined;
      of.value = text.value;
      question.value = next;
      asked.value = { state: 'running', progress: { words: 'beginning' }, partial };
      const own = ++run;
      const asking = { study: studyName.value, text: text.value, seed: SEED };
      // A question that was given up for a newer one is no longer listened to.
      const mine = (then: () => void) => {
        if (own === run) then();
      };
      stop = longWork<Result>(next, asking, files.value, {
        onProgress: (progress) =>
          mine(() => {
            asked.value = { state: 'running', progress, partial };
          }),
        onPartial: (result) =>
          mine(() => {
            partial = result;
          }),
        onAnswer: (answer) =>
          mine(() => {
            stop = undefined;
            if (answer.kind === 'answered') asked.value = { state: 'answered', result: answer.result };
            else if (answer.kind === 'problems')
              asked.value = { state: 'problems', problems: answer.problems };
            else if (answer.kind === 'cancelled') asked.value = { state: 'cancelled', partial };
            else asked.value = { state: answer.kind, message: answer.message };
          }),
      });
    },
    cancel: () => stop?.(),
  };
}

/** One for each command that may take long; they answer independently of each other. */
export const panels = {
  identify: panel<'identify'>(),
  calibrate: panel<'calibrate'>(),
  plan: panel<'plan'>(),
  design: panel<'design'>(),
};
