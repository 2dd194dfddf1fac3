import { type CellProblem, fileProblem, MOST_LISTED } from './cell-problem.ts';
import type { HeaderColumn } from './column-table.ts';

/** What keeps several files from being one table: each that has other columns than the first, or the same in another order. */
export function otherColumns(
  files: readonly string[],
  columns: readonly (readonly HeaderColumn[])[],
): CellProblem[] {
  const wanted = columns[0]!.map(({ name }) => name);
  const listed = `${wanted.slice(0, MOST_LISTED).join(', ')}${wanted.length > MOST_LISTED ? ` … (${wanted.length} in all)` : ''}`;
  return columns.flatMap((own, k) => {
    const at = Array.from({ length: Math.max(own.length, wanted.length) }, (_, i) => i).find(
      (i) => own[i]?.name !== wanted[i],
    );
    if (at === undefined) return [];
    const { line = 1, column = 1, name = '' } = own[at] ?? {};
    const why =
      own[at] === undefined
        ? `the column ${wanted[at]} of ${files[0]} is not there`
        : wanted[at] === undefined
          ? `${files[0]} has no such column`
          : `${files[0]} has ${wanted[at]} in this place`;
    return [
      fileProblem(
        { file: files[k]!, line, column },
        name,
        why,
        `the same columns in all files, in the same order: ${listed}`,
      ),
    ];
  });
}
