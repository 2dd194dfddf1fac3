import { basename } from 'node:path';
import { foreignStates, type TableLook } from '@sightline/data';
import { InvalidStudy, placedCell } from '@sightline/study';
import {
  preparedStates,
  proposedPoints,
  proposedRoles,
  type StateRole,
  saidOf,
  statesForm,
  studyOfStates,
} from '@sightline/study/proposal';
import { retrospect } from '@sightline/study/questions/retrospect';
import { type Places, type ProposedStudy, studyAbout } from './written-files.ts';

const SHAPES = {
  epochs: 'states: one row an epoch',
  changes: 'states: one row a change, which lasts until the next',
  stretches: 'states: one row a stretch of time',
  wide: 'states: one row a record, one column an epoch',
  columns: 'states: one column a record, one row an epoch',
} as const;

/** A study about a table of states, as the page proposes it. Problems of the table are thrown: nothing can be made of it before. */
export async function recordsStudy(
  places: Places,
  bytes: Uint8Array,
  look: TableLook,
): Promise<ProposedStudy> {
  const { table } = places;
  const form = statesForm(look)!;
  const read = await foreignStates(table, bytes, saidOf(form), look.form);
  if (!read.ok)
    throw new InvalidStudy(read.problems.map((one) => placedCell(one, table, ['records', 'table'])));
  const roles = proposedRoles(read);
  const points = proposedPoints(read, form.epoch);
  const ready = preparedStates({ name: basename(table), bytes }, look, form, read);
  const columns = Object.entries(form.columns).map(([role, column]) => `${role} is ‘${column}’`);
  const called = (as: StateRole['as']) =>
    [...roles].flatMap(([state, role]) => (role.as === as ? [`‘${state}’`] : []));
  const states = { target: 'to be known', other: 'other time', invalid: 'no annotation' } as const;
  return studyAbout(retrospect, places, ready, {
    holds: 'states',
    text: (named, isCopy) => studyOfStates(named, { form, roles, points }, isCopy),
    seen: [
      ['table', SHAPES[form.shape]],
      ...(columns.length === 0 ? [] : [['columns', columns.join(', ')] as [string, string]]),
      ['records', `${read.records} of ${read.units} units, in epochs of ${form.epoch} s`],
      [
        'states',
        (['target', 'other', 'invalid'] as const)
          .flatMap((as) => (called(as).length === 0 ? [] : [`${states[as]} ${called(as).join(', ')}`]))
          .join('; '),
      ],
    ],
  });
}
