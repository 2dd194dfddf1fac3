import { computed, signal } from '@preact/signals';
import type { LocatedProblem, ValueResult } from '@sightline/study';
import { keeping } from '../study/keeping.ts';
import { answerLine } from '../work/answer-line.ts';
import type { LawPicture } from '../work/law-picture.ts';
import type { Asking, Results } from '../work/question.ts';
import type { NotAsked } from '../work/value-instead.ts';
import { into } from './into.ts';
import { keepAsking } from './keep-asking.ts';
import { methods } from './methods.ts';
import { askingNow, setting } from './workbench.ts';

/** Every protocol's value, kept up to date with the study. */
export interface Values {
  /**
   * Of the last text that could be computed, as long as that was this study on this grid; null where there is none, or
   * where it has no protocols.
   */
  result: ValueResult | null;
  law: LawPicture | undefined;
  /** Why there are no values although nothing is wrong. */
  notAsked: NotAsked | undefined;
  /** What is wrong with the study asked about last, in the command line's words. */
  problems: readonly LocatedProblem[];
  /** A fault of the program, or a solver that did not reach its tolerance. */
  failed: string | undefined;
  /** The question that this answers. */
  number: number;
  /** From question to answer. */
  milliseconds: number;
}

const NONE: readonly LocatedProblem[] = [];
export const values = signal<Values>({
  result: null,
  law: undefined,
  notAsked: undefined,
  problems: NONE,
  failed: undefined,
  number: 0,
  milliseconds: 0,
});

/** Each of these tells of its own changes only. */
export const result = computed(() => values.value.result);
export const law = computed(() => values.value.law);
export const notAsked = computed(() => values.value.notAsked);
export const problems = computed(() => values.value.problems);
export const failed = computed(() => values.value.failed);

/** The number of the last question: one for each version of the study and its files. */
const asked = signal(0);
/** Whether the answer about the study on the page is there, be it values or problems. */
export const isSettled = computed(() => asked.value > 0 && values.value.number === asked.value);
/** Whether it had problems, so that the values shown are those of an earlier study. */
export const isTroubled = computed(
  () => isSettled.value && (values.value.problems.length > 0 || values.value.failed !== undefined),
);

interface Of {
  study: string;
  /** The time grid, as a text. */
  grid: string;
}

const NO_VALUES = { result: null, law: undefined, notAsked: undefined };
const gridOf = () => JSON.stringify(setting.value.time ?? null);

/** A grid that cannot be read is taken for the one that was there. */
const sameStudy = (shown: Of | undefined, { study, grid }: Of): boolean =>
  shown !== undefined && shown.study === study && (grid === 'null' || shown.grid === grid);

/** Begins to keep the values up to date. */
export function followValues(): void {
  // What the values on the page are of. Another study's, or another grid's, are no picture of this one.
  let shown: Of | undefined;
  const line = answerLine<Asking & Of & { number: number }, Results['value']>(
    () => ({ question: { command: 'value' } }),
    (asking, answer, milliseconds) => {
      if (answer.kind === 'cancelled') return;
      const fine = {
        notAsked: undefined,
        problems: NONE,
        failed: undefined,
        number: asking.number,
        milliseconds,
      };
      if (answer.kind === 'answered') {
        shown = asking;
        const { result, law, notAsked } = answer.result;
        const before = values.peek();
        // What a move left as it was is the same object again, and nobody draws it anew.
        values.value = {
          ...fine,
          result: keeping(before.result, result),
          law: keeping(before.law, law),
          notAsked: keeping(before.notAsked, notAsked),
        };
        return;
      }
      const { result, law } = sameStudy(shown, asking) ? values.value : NO_VALUES;
      const trouble = answer.kind === 'problems' ? { problems: answer.problems } : { failed: answer.message };
      values.value = { ...fine, result, law, ...trouble };
    },
    into(methods),
  );
  let number = 0;
  keepAsking(line, () => {
    const asking = { ...askingNow(), grid: gridOf(), number: ++number };
    if (shown && shown.study !== asking.study) {
      shown = undefined;
      values.value = { ...values.peek(), ...NO_VALUES };
    }
    line.ask(asking);
    asked.value = number;
  });
}
