import { effect, signal } from '@preact/signals';
import type { LocatedProblem, ValueResult } from '@sightline/study';
import type { LawPicture } from '../work/law-picture.ts';
import { valueLine } from '../work/value-line.ts';
import { files, SEED, studyName, text } from './workbench.ts';

/** Every protocol's value, kept up to date with the text. */
export interface Values {
  /** Of the last text that could be computed; null where it has no protocols. */
  result: ValueResult | null;
  law: LawPicture | undefined;
  /** Whether that text is the one on the page. */
  current: boolean;
  /** What is wrong with the text on the page, in the command line's words. */
  problems: readonly LocatedProblem[];
  /** A fault of the program, or a solver that did not reach its tolerance. */
  failed: string | undefined;
  /** From question to answer. */
  milliseconds: number;
}

export const values = signal<Values>({
  result: null,
  law: undefined,
  current: false,
  problems: [],
  failed: undefined,
  milliseconds: 0,
});

/** Begins to keep the values up to date. */
export function followValues(): void {
  const line = valueLine((asking, answer, milliseconds) => {
    const current = asking.text === text.value;
    if (answer.kind === 'answered') {
      values.value = { ...answer.result, current, problems: [], failed: undefined, milliseconds };
      return;
    }
    const kept = { ...values.value, current: false, milliseconds };
    if (answer.kind === 'problems') values.value = { ...kept, problems: answer.problems, failed: undefined };
    else if (answer.kind !== 'cancelled') values.value = { ...kept, problems: [], failed: answer.message };
  });
  effect(() => line.files(files.value));
  effect(() => {
    // Files are read here too, so that new ones are computed with.
    files.value;
    line.ask({ study: studyName.value, text: text.value, seed: SEED });
  });
}
