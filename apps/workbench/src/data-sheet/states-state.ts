import { batch, computed, signal } from '@preact/signals';
import type { ForeignStates, TableLook } from '@sightline/data';
import {
  type GivenForm,
  type PreparedFile,
  preparedStates,
  proposedPoints,
  proposedRoles,
  type StateRole,
  type StatesForm,
  saidOf,
  statesForm,
  studyOfStates,
} from '@sightline/study/proposal';
import type { waitingData } from '../state/waiting-data.ts';
import { SEED } from '../state/workbench.ts';
import { longWork } from '../work/long-work.ts';
import { checked, notRead, prepared } from './read-file.ts';

// Of a table of states: how it is read, which a look at it proposes; and what its states count for, once all of it was read.

export const givenForm = signal<GivenForm>({});
export const givenRoles = signal<ReadonlyMap<string, StateRole>>(new Map());
export const givenPoints = signal<number | undefined>(undefined);
/** What was read of the whole table. */
export const statesRead = signal<ForeignStates | undefined>(undefined);

export const roles = computed(() => statesRead.value && proposedRoles(statesRead.value, givenRoles.value));
/** How the file that was looked at last is read. */
export const readAs = signal<StatesForm | undefined>(undefined);
export const points = computed(
  () =>
    givenPoints.value ??
    (statesRead.value && readAs.value ? proposedPoints(statesRead.value, readAs.value.epoch) : 48),
);

export function forgetStates(): void {
  batch(() => {
    givenForm.value = {};
    givenRoles.value = new Map();
    givenPoints.value = undefined;
    statesRead.value = undefined;
    readAs.value = undefined;
  });
}

/** The study that the sheet would make of a table of states. */
export function statesText(file: PreparedFile): string | undefined {
  const [form, read, known] = [readAs.value, statesRead.value, roles.value];
  if (!form || !read || !known || ![...known.values()].some(({ as }) => as === 'target')) return undefined;
  return studyOfStates(file.name, { form, roles: known, points: points.value }, file.changed !== undefined);
}

/** Reads the whole table in a worker, as it was said; returns what ends that. */
export function followStates(
  file: (typeof waitingData)['value'],
  look: TableLook | undefined,
): (() => void) | undefined {
  const form = look && statesForm(look, { shape: 'epochs', ...formOf(look), ...givenForm.value });
  batch(() => {
    prepared.value = undefined;
    readAs.value = form;
    checked.value = { state: 'reading' };
  });
  if (!file || !form) return undefined;
  const asking = { study: 'study.yaml', text: '', seed: SEED };
  const stop = longWork<ForeignStates>(
    { command: 'states', file: file.name, said: saidOf(form), form: look.form },
    asking,
    new Map([[file.name, file.bytes]]),
    {
      onAnswer(answer) {
        batch(() => {
          if (answer.kind !== 'answered') {
            notRead(answer);
            return;
          }
          statesRead.value = answer.result;
          prepared.value = preparedStates(file, look, form, answer.result);
        });
      },
    },
  );
  // What was said before is no longer waited for.
  return () => {
    stop();
    stop();
  };
}

/** The shape that a table seems to have; nothing where it seems to hold no states. */
function formOf(look: TableLook): GivenForm {
  const shape = statesForm(look)?.shape;
  return shape === undefined ? {} : { shape };
}
