import { computed, effect, signal } from '@preact/signals';
import { isOfRecords } from '../study/is-of-records.ts';
import type { LongCommand } from '../work/question.ts';
import { isReadable, parsed } from './workbench.ts';

/** The question that somebody looks at: the panel that asks it is open. */
export const openQuestion = signal<LongCommand>('identify');

let before = false;
/** Whether the study on the page is about records alone; while its text cannot be read, as before. */
export const onlyRecords = computed(() => {
  if (isReadable.value) before = isOfRecords(parsed.value);
  return before;
});

// Of such a study one question can be asked, and of others any but that.
effect(() => {
  if (onlyRecords.value) openQuestion.value = 'retrospect';
  else if (openQuestion.peek() === 'retrospect') openQuestion.value = 'identify';
});
