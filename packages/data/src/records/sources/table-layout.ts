import type { Reason } from '@sightline/engine/internal';
import { type CellProblem, fileProblem, type Refused, refused } from '../../tables/cell-problem.ts';
import { type HeaderColumn, heldText, momentsOf } from '../../tables/column-table.ts';
import { FORMS } from '../forms/index.ts';
import type { TableForm } from '../record-kind.ts';
import type { ColumnRole, StateTableRequest } from './table-request.ts';

export interface StateLayout {
  form: TableForm;
  columns: readonly HeaderColumn[];
  /** The place of a column by what it is for; nothing where an optional one is absent. */
  placeOf(name: string): number | undefined;
  covariates: readonly string[];
  /** Columns that nothing uses, by their own names. */
  ignored: string[];
}

const OPTIONAL = ['unit', 'stratum', 'length'];
const TEXT = ['record', 'unit', 'stratum', 'state'];
const TIMES = ['time', 'from', 'to'];
const COLUMNS = FORMS.map(({ columns }) => columns.join(', ')).join(', or ');
const ACCEPTED = `record; ${COLUMNS}; and, if wanted, unit, stratum, length and the covariates that were named`;

/** Which column is what, or everything that keeps the header from being one of states. */
export function stateLayout(
  columns: readonly HeaderColumn[],
  { covariates = [], columns: given, split }: StateTableRequest,
): { ok: true; layout: StateLayout } | Refused {
  const names = columns.map(({ name }) => name);
  const problem = (column: HeaderColumn, value: unknown, why: Reason, accepted = ACCEPTED) =>
    fileProblem(column, value, why, accepted);
  const first = columns[0]!;
  if (names.length === 1 && /[;\t]/.test(names[0]!))
    return refused([problem(first, names[0], 'the names are not separated by commas')]);
  const nameOf = (role: string) => given?.[role as ColumnRole] ?? role;
  const has = (role: string) => names.includes(nameOf(role));
  // Names may be anything but numbers: then the first line is not one of names.
  const numeric = columns.find(({ name }) => /^[+-]?\d+(\.\d+)?$/.test(name) && !covariates.includes(name));
  if (numeric && !has('record') && !has('unit'))
    return refused([problem(numeric, numeric.name, 'the file begins with data, without a line of names')]);
  const named = ({ columns: own }: TableForm) => own.filter((role) => given?.[role as ColumnRole]).length;
  // What the study names tells the form, where the file has the columns of several.
  const form = FORMS.filter((own) => own.columns.every(has)).sort((a, b) => named(b) - named(a))[0];
  const roles = ['record', ...(form ? [form] : FORMS).flatMap((own) => own.columns), ...OPTIONAL];
  // A day has the length of the horizon.
  const known = roles.filter((role) => !split || role !== 'length').map(nameOf);
  // Of two columns of one name the first one counts, and the second is refused.
  const place = new Map(names.map((name, k) => [name, k] as const).reverse());
  const roleOf = (name: string) => roles.find((role) => nameOf(role) === name);
  const isIgnored = (name: string) =>
    (given !== undefined || split) && !covariates.includes(name) && !known.includes(name);
  const problems: CellProblem[] = [];
  columns.forEach((column, k) => {
    const { name } = column;
    const covariate = covariates.includes(name);
    if (isIgnored(name)) return;
    if (name === '') problems.push(problem(column, '', 'this column has no name'));
    else if (place.get(name) !== k) problems.push(problem(column, name, { is: 'twice', what: 'column' }));
    else if (covariate && known.includes(name))
      problems.push(
        problem(column, name, 'this column cannot be a covariate as well', 'other names for covariates'),
      );
    else if (!covariate && !known.includes(name))
      problems.push(
        problem(
          column,
          name,
          'there is no use for a column of this name, unless it is named a covariate',
          `${ACCEPTED}; where \`columns\` names those that are meant, others are ignored`,
        ),
      );
    else {
      const role = roleOf(name);
      const text = covariate || TEXT.includes(role ?? '') || (split === true && TIMES.includes(role ?? ''));
      problems.push(...wrongKind(column, text).map((args) => problem(column, ...args)));
    }
  });
  const asked = Object.entries(given ?? {}).flatMap(([, name]) => (names.includes(name) ? [] : [name]));
  // Without a name of its own, a record is its unit's, or a day of it.
  const record = has('record') || ((given !== undefined || split) && has('unit')) ? [] : [nameOf('record')];
  const missing = new Set([...asked, ...record, ...covariates.filter((c) => !names.includes(c))]);
  for (const name of missing) problems.push(problem(first, shown(names), `the column ${name} is missing`));
  if (!form && asked.length === 0)
    problems.push(problem(first, shown(names), 'the columns do not tell states or values in time'));
  if (problems.length > 0 || !form) return refused(problems.sort((a, b) => a.column - b.column));
  return {
    ok: true,
    layout: {
      form,
      columns,
      placeOf: (role) => place.get(covariates.includes(role) ? role : nameOf(role)),
      covariates,
      ignored: names.filter(isIgnored),
    },
  };
}

function wrongKind(
  { name, kind }: HeaderColumn,
  text: boolean,
): [value: unknown, why: string, accepted: string][] {
  const isText = kind === 'text' || momentsOf(kind) !== undefined;
  if (isText ? text : typeof kind === 'string') return [];
  const accepted = text ? 'a column of names' : 'a column of numbers';
  return [[name, `the column ${name} holds ${heldText(kind)}`, accepted]];
}

function shown(names: readonly string[]): string {
  return names.length > 6 ? `${names.length} columns` : names.join(', ');
}
