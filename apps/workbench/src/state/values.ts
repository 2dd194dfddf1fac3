import { computed, effect, signal } from '@preact/signals';
import type { LocatedProblem, ValueResult } from '@sightline/study';
import type { LawPicture } from '../work/law-picture.ts';
import type { Asking } from '../work/question.ts';
import { valueLine } from '../work/value-line.ts';
import { files, SEED, studyName, text } from './workbench.ts';

/** Every protocol's value, kept up to date with the study. */
export interface Values {
  /** Of the last study that could be computed; null where it has no protocols. */
  result: ValueResult | null;
  law: LawPicture | undefined;
  /** What is wrong with the study asked about last, in the command line's words. */
  problems: readonly LocatedProblem[];
  /** A fault of the program, or a solver that did not reach its tolerance. */
  failed: string | undefined;
  /** The question that this answers. */
  number: number;
  /** From question to answer. */
  milliseconds: number;
}

export const values = signal<Values>({
  result: null,
  law: undefined,
  problems: [],
  failed: undefined,
  number: 0,
  milliseconds: 0,
});

/** The number of the last question: one for each version of the study and its files. */
const asked = signal(0);
/** Whether the answer about the study on the page is there, be it values or problems. */
export const isSettled = computed(() => asked.value > 0 && values.value.number === asked.value);
/** Whether it had problems, so that the values shown are those of an earlier study. */
export const isTroubled = computed(
  () => isSettled.value && (values.value.problems.length > 0 || values.value.failed !== undefined),
);

/** Begins to keep the values up to date. */
export function followValues(): void {
  const line = valueLine<Asking & { number: number }>(({ number }, answer, milliseconds) => {
    const fine = { problems: [], failed: undefined, number, milliseconds };
    if (answer.kind === 'answered') values.value = { ...answer.result, ...fine };
    else if (answer.kind === 'problems')
      values.value = { ...values.value, ...fine, problems: answer.problems };
    else if (answer.kind !== 'cancelled') values.value = { ...values.value, ...fine, failed: answer.message };
  });
  let number = 0;
  effect(() => line.files(files.value));
  effect(() => {
    // Files are looked at here too, so that new ones are computed with.
    files.value;
    line.ask({ study: studyName.value, text: text.value, seed: SEED, number: ++number });
    asked.value = number;
  });
}
