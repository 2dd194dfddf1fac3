import { effect } from '@preact/signals';
import type { AnswerLine } from '../work/answer-line.ts';
import type { Asking } from '../work/question.ts';
import { files } from './workbench.ts';

/** Keeps a line up to date: it has the study's files, and `ask` is called whenever these or what it looks at are others. Returns the end of it. */
export function keepAsking<Of extends Asking>(line: AnswerLine<Of>, ask: () => void): () => void {
  const ends = [
    effect(() => line.files(files.value)),
    effect(() => {
      // Files are looked at here too, so that new ones are computed with.
      files.value;
      ask();
    }),
  ];
  return () => {
    for (const end of ends) end();
    line.end();
  };
}
