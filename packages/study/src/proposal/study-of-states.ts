import { flowText } from '../words/flow-text.ts';
import type { StateRole, StatesForm } from './states-proposal.ts';

export interface StudyOfStates {
  file: string;
  /** Of a file that the study reads as it came; a copy has the usual names. */
  columns: StatesForm['columns'] | undefined;
  epoch: number;
  points: number;
  roles: ReadonlyMap<string, StateRole>;
  hasStrata: boolean;
  /** What a unit is called. */
  unit: string | undefined;
}

/** A study about records of states, as what is said of their table makes one. */
export function studyOfStates(said: StudyOfStates): string {
  const { file, columns, epoch, points, roles } = said;
  const lines = ['sightline: 1', `title: ${flowText(`A few looks at ${file}`)}`];
  lines.push(`words: ${flowText({ unit: said.unit, reading: 'look' })}`, 'records:');
  const field = (name: string, value: unknown, note = '') =>
    lines.push(`  ${name}: ${flowText(value)}${note && ` # ${note}`}`);
  const states = (as: StateRole['as']) =>
    [...roles].flatMap(([state, role]) => (role.as === as ? [state] : []));
  field('table', file);
  if (columns) field('columns', columns);
  field('grid', { points, reading: 'anchor' }, 'a look is an epoch in the middle of a bin of valid time');
  field('epoch', { seconds: epoch });
  field('targets', targetsOf(roles));
  if (states('other').length > 0) field('other', states('other'), 'valid time outside of the targets');
  if (states('invalid').length > 0) field('invalid', states('invalid'), 'no annotation');
  if (said.hasStrata) field('baselines', ['stratum']);
  lines.push('templates:');
  field('layouts', ['middles', 'dispersed', 'contiguous', 'aware']);
  field(
    'budgets',
    [1, 2, 4, 8, 16].filter((budget) => budget <= points),
  );
  return `${lines.join('\n')}\n`;
}

function targetsOf(roles: StudyOfStates['roles']): Record<string, string[]> {
  const targets: Record<string, string[]> = {};
  for (const [state, role] of roles) if (role.as === 'target') (targets[role.target] ??= []).push(state);
  return targets;
}
