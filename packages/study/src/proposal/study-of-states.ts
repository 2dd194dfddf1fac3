import { type ForeignStates, isPlain, type TableLook } from '@sightline/data';
import { flowText } from '../words/flow-text.ts';
import type { PreparedFile } from './prepared-file.ts';
import type { StateRole, StatesForm } from './states-proposal.ts';

/** What is said of a table of states: how it is read, what its states count for, and at how many points one can look. */
export interface SaidOfStates {
  form: StatesForm;
  roles: ReadonlyMap<string, StateRole>;
  points: number;
}

/** The file itself where a study reads it as it is: stretches or changes, in seconds, between commas; or a copy. */
export function preparedStates(
  { name, bytes }: Pick<PreparedFile, 'name' | 'bytes'>,
  look: TableLook,
  { shape, times, columns }: StatesForm,
  read: ForeignStates,
): PreparedFile {
  const isRead = (shape === 'changes' || shape === 'stretches') && columns.duration === undefined;
  if (isRead && times === 's' && (look.form === undefined || isPlain(look.form)))
    return { name, bytes, changed: undefined, names: new Map() };
  return {
    name: `${name.replace(/(\.\w+)+$/, '')}-records.csv`,
    bytes: new TextEncoder().encode(read.csv),
    changed: 'one row a stretch of time in one state, in seconds from the beginning of its record',
    names: new Map(),
  };
}

/** Columns of these names are words for a unit. */
const UNIT_WORD = /^(patient|subject|participant|person|worker|animal|station|nurse|student)$/i;

/** A study about records of states, as what is said of their table makes one. */
export function studyOfStates(file: string, { form, roles, points }: SaidOfStates, isCopy: boolean): string {
  const { columns, epoch } = form;
  const { unit = '', stratum } = columns;
  const lines = ['sightline: 1', `title: ${flowText(`A few looks at ${file}`)}`];
  lines.push(
    `words: ${flowText({ unit: UNIT_WORD.test(unit) ? unit.toLowerCase() : undefined, reading: 'look' })}`,
    'records:',
  );
  const field = (name: string, value: unknown, note = '') =>
    lines.push(`  ${name}: ${flowText(value)}${note && ` # ${note}`}`);
  const states = (as: StateRole['as']) =>
    [...roles].flatMap(([state, role]) => (role.as === as ? [state] : []));
  field('table', file);
  // A copy has the usual names.
  if (!isCopy) field('columns', columns);
  field('grid', { points, reading: 'anchor' }, 'a look is an epoch in the middle of a bin of valid time');
  field('epoch', { seconds: epoch });
  field('targets', targetsOf(roles));
  if (states('other').length > 0) field('other', states('other'), 'valid time outside of the targets');
  if (states('invalid').length > 0) field('invalid', states('invalid'), 'no annotation');
  if (stratum !== undefined) field('baselines', ['stratum']);
  lines.push('templates:');
  field('layouts', ['middles', 'dispersed', 'contiguous', 'aware']);
  field(
    'budgets',
    [1, 2, 4, 8, 16].filter((budget) => budget <= points),
  );
  return `${lines.join('\n')}\n`;
}

function targetsOf(roles: SaidOfStates['roles']): Record<string, string[]> {
  const targets: Record<string, string[]> = {};
  for (const [state, role] of roles) if (role.as === 'target') (targets[role.target] ??= []).push(state);
  return targets;
}
