import type { Reason } from '@sightline/engine';
import { type CellProblem, fileProblem, type Refused, refused } from '../../tables/cell-problem.ts';
import type { ColumnKind, HeaderColumn } from '../../tables/column-table.ts';
import { FORMS } from '../forms/index.ts';
import type { TableForm } from '../record-kind.ts';

export interface StateLayout {
  form: TableForm;
  columns: readonly HeaderColumn[];
  /** The place of a column; nothing where an optional one is absent. */
  placeOf(name: string): number | undefined;
  covariates: readonly string[];
}

const OPTIONAL = ['unit', 'stratum', 'length'];
const TEXT = ['record', 'unit', 'stratum', 'state'];
const COLUMNS = FORMS.map(({ columns }) => columns.join(', ')).join(', or ');
const ACCEPTED = `record; ${COLUMNS}; and, if wanted, unit, stratum, length and the covariates that were named`;

/** Which column is what, or everything that keeps the header from being one of states. */
export function stateLayout(
  columns: readonly HeaderColumn[],
  covariates: readonly string[],
): { ok: true; layout: StateLayout } | Refused {
  const names = columns.map(({ name }) => name);
  const problem = (column: HeaderColumn, value: unknown, why: Reason, accepted = ACCEPTED) =>
    fileProblem(column, value, why, accepted);
  const first = columns[0]!;
  if (names.length === 1 && /[;\t]/.test(names[0]!))
    return refused([problem(first, names[0], 'the names are not separated by commas')]);
  // Names may be anything but numbers: then the first line is not one of names.
  const numeric = columns.find(({ name }) => /^[+-]?\d+(\.\d+)?$/.test(name) && !covariates.includes(name));
  if (numeric && !names.includes('record'))
    return refused([problem(numeric, numeric.name, 'the file begins with data, without a line of names')]);
  const form = FORMS.find((own) => own.columns.every((name) => names.includes(name)));
  const known = ['record', ...(form ? [form] : FORMS).flatMap((own) => own.columns), ...OPTIONAL];
  // Of two columns of one name the first one counts, and the second is refused.
  const place = new Map(names.map((name, k) => [name, k] as const).reverse());
  const problems: CellProblem[] = [];
  columns.forEach((column, k) => {
    const { name } = column;
    const covariate = covariates.includes(name);
    if (name === '') problems.push(problem(column, '', 'this column has no name'));
    else if (place.get(name) !== k) problems.push(problem(column, name, { is: 'twice', what: 'column' }));
    else if (covariate && known.includes(name))
      problems.push(
        problem(column, name, 'this column cannot be a covariate as well', 'other names for covariates'),
      );
    else if (!covariate && !known.includes(name))
      problems.push(
        problem(column, name, 'there is no use for a column of this name, unless it is named a covariate'),
      );
    else problems.push(...wrongKind(column, TEXT.includes(name)).map((args) => problem(column, ...args)));
  });
  const missing = [
    ...(names.includes('record') ? [] : ['record']),
    ...covariates.filter((c) => !names.includes(c)),
  ];
  for (const name of missing) problems.push(problem(first, shown(names), `the column ${name} is missing`));
  if (!form) problems.push(problem(first, shown(names), 'the columns do not tell states or values in time'));
  if (problems.length > 0 || !form) return refused(problems.sort((a, b) => a.column - b.column));
  return { ok: true, layout: { form, columns, placeOf: (name) => place.get(name), covariates } };
}

function wrongKind(
  { name, kind }: HeaderColumn,
  text: boolean,
): [value: unknown, why: string, accepted: string][] {
  if (isNumeric(kind) || kind === 'cells' || (text && kind === 'text')) return [];
  const holds = kind === 'text' ? 'text' : (kind as { other: string }).other;
  return [[name, `the column ${name} holds ${holds}`, text ? 'a column of names' : 'a column of numbers']];
}

function isNumeric(kind: ColumnKind): boolean {
  return kind === 'numbers' || kind === 'integers';
}

function shown(names: readonly string[]): string {
  return names.length > 6 ? `${names.length} columns` : names.join(', ');
}
