import { type CellProblem, fileProblem } from './cell-problem.ts';
import type { HeaderColumn } from './column-table.ts';

// What a line of names is refused for, whatever the table is of.

/** Columns without a name, of a name that stood before, and of one that nothing asks for. */
export function nameProblems(
  columns: readonly HeaderColumn[],
  isWanted: (name: string) => boolean,
  accepted: string,
  unwanted = 'there is no use for a column of this name',
): CellProblem[] {
  const seen = new Set<string>();
  return columns.flatMap((column) => {
    const { name } = column;
    const twice = seen.has(name);
    seen.add(name);
    if (name === '') return [fileProblem(column, '', 'this column has no name', accepted)];
    if (twice) return [fileProblem(column, name, { is: 'twice', what: 'column' }, accepted)];
    return isWanted(name) ? [] : [fileProblem(column, name, unwanted, accepted)];
  });
}

/** 'the columns a, b are missing'. */
export function areMissing(names: readonly string[], most = names.length): string {
  const [word, verb] = names.length === 1 ? ['column', 'is'] : ['columns', 'are'];
  return `the ${word} ${names.slice(0, most).join(', ')}${names.length > most ? ', …' : ''} ${verb} missing`;
}
