import { batch, computed, effect, signal } from '@preact/signals';
import { type CsvForm, lookAtTable, type TableLook, UnreadableFile } from '@sightline/data';
import { type Given, holdsStates, preparedFile, proposal, studyOfData } from '@sightline/study/proposal';
import { openQuestion } from '../state/open-question.ts';
import { sheetOpen, waitingData } from '../state/waiting-data.ts';
import { apply, bring, holdFile, open, SEED, said } from '../state/workbench.ts';
import { setDenseData } from '../study/edit-calibration.ts';
import { longWork } from '../work/long-work.ts';
import type { DataRead, RecordsRead } from '../work/question.ts';

import { checked, notRead, prepared } from './read-file.ts';
import { followStates, forgetStates, statesText } from './states-state.ts';

// What the sheet knows: the file, what it looks like, and what was said of it so far. The rest is proposed from these.

export const look = signal<TableLook | undefined>(undefined);
/** Why the file can be no data. */
export const objection = signal<UnreadableFile | undefined>(undefined);
/** How the text is written, where somebody knows better than a first look. */
export const form = signal<CsvForm | undefined>(undefined);
export const given = signal<Given>({});
export const proposed = computed(() => look.value && proposal(look.value, given.value));

/** What the table holds, where somebody said so, and what it seems to hold. */
export const saidHolds = signal<'values' | 'states' | undefined>(undefined);
export const holds = computed(
  () => saidHolds.value ?? (look.value && holdsStates(look.value) ? 'states' : 'values'),
);

export const say = (more: Given): void => {
  given.value = { ...given.value, ...more };
};

/** The study that the sheet would make. */
export const studyText = computed(() => {
  const file = prepared.value;
  if (!file) return undefined;
  if (holds.value === 'states') return statesText(file);
  return proposed.value && studyOfData(file.name, proposed.value.said);
});

const studyNameFor = (file: string) => `${file.replace(/(\.\w+)+$/, '')}.yaml`;

/** Follows the file that waits. Called once, when the sheet is first drawn. */
export function followWaiting(): void {
  effect(() => {
    waitingData.value;
    batch(() => {
      form.value = undefined;
      given.value = {};
      saidHolds.value = undefined;
      forgetStates();
    });
  });
  effect(() => {
    const file = waitingData.value;
    const as = form.value;
    let wanted = true;
    batch(() => {
      look.value = undefined;
      objection.value = undefined;
    });
    if (file)
      lookAtTable(file.name, file.bytes, as).then(
        (found) => {
          if (wanted) look.value = found;
        },
        (error: unknown) => {
          if (!wanted) return;
          if (!(error instanceof UnreadableFile)) throw error;
          objection.value = error;
          said.value = `${file.name} was not taken: ${error.why}.`;
        },
      );
    return () => {
      wanted = false;
    };
  });
  effect(() => {
    if (holds.value === 'states') return followStates(waitingData.value, look.value);
    const [file, seen, found] = [waitingData.value, look.value, proposed.value];
    let wanted = true;
    if (!file || !seen || !found) prepared.value = undefined;
    else
      void preparedFile(file, seen, found.said).then((ready) => {
        if (wanted) prepared.value = ready;
      });
    return () => {
      wanted = false;
    };
  });
  effect(() => {
    const [text, file] = [studyText.value, prepared.value];
    if (text === undefined || !file) return undefined;
    checked.value = { state: 'reading' };
    return longWork<DataRead | RecordsRead>(
      { command: 'check' },
      { study: studyNameFor(file.name), text, seed: SEED },
      new Map([[file.name, file.bytes]]),
      {
        onAnswer(answer) {
          if (answer.kind === 'answered') checked.value = { state: 'read', read: answer.result };
          else notRead(answer);
        },
      },
    );
  });
}

/** Opens the study that was said, with its data; the one before is one undo away. */
export function makeStudy(): void {
  const [text, file] = [studyText.value, prepared.value];
  if (text === undefined || !file) return;
  batch(() => {
    bring(file.bytes);
    open(
      text,
      studyNameFor(file.name),
      new Map([[file.name, file.bytes]]),
      `A study of ${file.name} is open; Undo goes back to the one before.`,
    );
    openQuestion.value = holds.value === 'states' ? 'retrospect' : 'calibrate';
    close();
  });
}

/** Gives the data to the study that is open, which says all but their noise itself: the times stay as they are. */
export async function giveToOpenStudy(): Promise<void> {
  const [waiting, seen, now] = [waitingData.value, look.value, proposed.value?.said];
  if (!waiting || !seen || !now) return;
  const file = await preparedFile(waiting, seen, { ...now, shift: 0 });
  const noise = now.columns.replicate === undefined ? now.noise! : { replicates: now.columns.replicate };
  batch(() => {
    holdFile(file.name, file.bytes);
    apply((text) => setDenseData(text, file.name, noise));
    openQuestion.value = 'calibrate';
    close();
  });
}

export function close(): void {
  batch(() => {
    waitingData.value = undefined;
    sheetOpen.value = false;
  });
}
