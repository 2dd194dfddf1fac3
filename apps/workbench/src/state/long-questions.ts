import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { LocatedProblem } from '@sightline/study';
import type { FilesByPath } from '../study/memory-files.ts';
import { sameQuestion } from '../study/same-question.ts';
import type { Scene } from '../study/scene.ts';
import { longWork } from '../work/long-work.ts';
import type { Answer, Benchmark, LongCommand, Progress, Question, Results } from '../work/question.ts';
import { askingNow, files, parsed, scene, studyName, text } from './workbench.ts';

/** How a question stands: nothing was asked yet, it is being computed, or how that ended. */
type Asked<Result> =
  | { state: 'not asked' }
  | { state: 'running'; progress: Progress; partial: Result | undefined; stopping: boolean }
  | { state: 'answered'; result: Result; benchmark?: Benchmark }
  | { state: 'problems'; problems: readonly LocatedProblem[] }
  | { state: 'undecided'; message: string }
  | { state: 'cancelled'; partial: Result | undefined }
  | { state: 'fault'; message: string };

/** What a question was asked about. */
export interface About {
  /** Its name. */
  study: string;
  text: string;
  /** What the text says. */
  content: unknown;
  question: Question;
  files: FilesByPath;
  /** As far as it could be drawn. */
  scene: Scene | undefined;
}

/** An answer, and the study it is about. */
interface Answered<Result> extends About {
  result: Result;
  benchmark?: Benchmark;
}

export interface LongQuestion<Result> {
  asked: ReadonlySignal<Asked<Result>>;
  /** What the last question was asked about. */
  about: ReadonlySignal<About | undefined>;
  /** Whether the study or its data changed since the last question was asked. */
  changed: ReadonlySignal<boolean>;
  /** The last whole answer. It stays until there is another one, whatever happens to the study. */
  last: ReadonlySignal<Answered<Result> | undefined>;
  /** Whether that is about an earlier version of the study or of its data. */
  earlier: ReadonlySignal<boolean>;
  ask(question: Question): void;
  /** The second time it does not wait for what the work would still hand over. */
  cancel(): void;
  /** As if it had never been asked. */
  forget(): void;
}

/** A search takes its actions from the catalogue; worlds with the same benchmark are made of the protocols. */
const comparesOnly = (question: Question) =>
  question.command === 'design' && question.request.under !== 'worlds';

function begun<Result>(): LongQuestion<Result> {
  const asked = signal<Asked<Result>>({ state: 'not asked' });
  const about = signal<About | undefined>(undefined);
  const last = signal<Answered<Result> | undefined>(undefined);
  const isPast = (of: About | undefined) =>
    of !== undefined &&
    (of.study !== studyName.value ||
      of.files !== files.value ||
      (of.text !== text.value &&
        !sameQuestion(of.content, parsed.value.source.value, comparesOnly(of.question))));
  const changed = computed(() => isPast(about.value));
  const earlier = computed(() => isPast(last.value));
  let stop: (() => void) | undefined;
  let partial: Result | undefined;
  let run = 0;
  const settle = (answer: Answer<Result>, of: About) => {
    stop = undefined;
    if (answer.kind === 'answered') {
      const { result, benchmark } = answer;
      const whole = { result, ...(benchmark && { benchmark }) };
      last.value = { ...whole, ...of };
      asked.value = { state: 'answered', ...whole };
    } else if (answer.kind === 'problems') asked.value = { state: 'problems', problems: answer.problems };
    else if (answer.kind === 'cancelled') asked.value = { state: 'cancelled', partial };
    else asked.value = { state: answer.kind, message: answer.message };
  };
  const giveUp = () => {
    const now = stop;
    stop = undefined;
    now?.();
    now?.();
  };
  return {
    asked,
    about,
    changed,
    last,
    earlier,
    ask(next) {
      giveUp();
      partial = undefined;
      let progress: Progress = { words: 'beginning' };
      const running = () => {
        const stopping = asked.value.state === 'running' && asked.value.stopping;
        asked.value = { state: 'running', progress, partial, stopping };
      };
      asked.value = { state: 'running', progress, partial, stopping: false };
      const own = ++run;
      const asking = askingNow();
      const of: About = {
        study: asking.study,
        text: asking.text,
        content: parsed.value.source.value,
        question: next,
        files: files.value,
        scene: scene.value,
      };
      about.value = of;
      // A question that was given up for a newer one is no longer listened to.
      const mine = (then: () => void) => {
        if (own === run) batch(then);
      };
      stop = longWork<Result>(next, asking, files.value, {
        onProgress: (one) =>
          mine(() => {
            progress = one;
            running();
          }),
        onPartial: (result) =>
          mine(() => {
            partial = result;
            running();
          }),
        onAnswer: (answer) => mine(() => settle(answer, of)),
      });
    },
    cancel() {
      if (asked.value.state === 'running') asked.value = { ...asked.value, stopping: true };
      stop?.();
    },
    forget() {
      run++;
      giveUp();
      batch(() => {
        asked.value = { state: 'not asked' };
        last.value = undefined;
      });
    },
  };
}

const made = new Map<LongCommand, LongQuestion<unknown>>();

/** The one of a command, made for the panel that asks it; they answer independently of each other. */
export function longQuestion<Command extends LongCommand>(command: Command): LongQuestion<Results[Command]> {
  const own = (made.get(command) ?? begun()) as LongQuestion<Results[Command]>;
  made.set(command, own as LongQuestion<unknown>);
  return own;
}

/** All that the page has panels for. */
export const longQuestions = (): Iterable<[LongCommand, LongQuestion<unknown>]> => made.entries();
