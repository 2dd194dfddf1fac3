import { batch, effect, signal } from '@preact/signals';
import { keepAsking } from '../state/keep-asking.ts';
import { askingNow, studyName } from '../state/workbench.ts';
import { answerLine } from '../work/answer-line.ts';
import type { Asking, RecordAsked, RecordShown } from '../work/question.ts';

const FIRST: RecordAsked = { record: 0, by: undefined, looks: 8 };
/** Which record is looked at, by whom and how often. No part of the study. */
export const asked = signal(FIRST);
export const look = (otherwise: Partial<RecordAsked>): void => {
  asked.value = { ...asked.value, ...otherwise };
};
/** The target that looks are to tell; the first unless chosen. */
export const chosenTarget = signal<string | undefined>(undefined);

/** The last record that came; while the study has problems the one before stays. */
export const shown = signal<RecordShown | undefined>(undefined);
/** Why there is none. */
export const none = signal('');

/** Begins to look at the records of the study as it stands; returns what ends it. */
export function followRecords(): () => void {
  const line = answerLine<Asking & { asked: RecordAsked }, RecordShown>(
    (asking) => ({ record: asking.asked }),
    (_, answer) => {
      if (answer.kind === 'answered') {
        shown.value = answer.result;
        none.value = '';
      } else if (answer.kind === 'problems') none.value = 'The records cannot be read: see the problems.';
      else if (answer.kind !== 'cancelled') none.value = answer.message;
    },
  );
  const stopForgetting = effect(() => {
    // Another study's record would be taken for this one's.
    studyName.value;
    batch(() => {
      shown.value = undefined;
      asked.value = FIRST;
      chosenTarget.value = undefined;
    });
  });
  const stopAsking = keepAsking(line, () => line.ask({ ...askingNow(), asked: asked.value }));
  return () => {
    stopForgetting();
    stopAsking();
  };
}
