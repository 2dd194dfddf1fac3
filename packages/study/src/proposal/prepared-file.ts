import { decodeText, isPlain, plainCsv, type TableLook, unzipped } from '@sightline/data';
import { tidy } from './file-grid.ts';
import { headerTimes } from './header-times.ts';
import type { Said } from './proposal.ts';

/** A file as the study reads it. */
export interface PreparedFile {
  name: string;
  bytes: Uint8Array;
  /** What was changed on the way, in words; nothing where it is the file as it came. */
  changed: string | undefined;
  /** Names of columns that are others in the copy, and what the file calls them. */
  names: ReadonlyMap<string, string>;
}

/** The file itself where it can be read as it is; or a copy with commas, decimal points and times as numbers from the beginning. */
export async function preparedFile(
  { name, bytes }: { name: string; bytes: Uint8Array },
  look: TableLook,
  { shift, shape, columns: roles }: Said,
): Promise<PreparedFile> {
  const { form, columns } = look;
  const heads = headerTimes(columns.map((column) => column.name));
  const renamed = shape === 'wide' && !heads.isPlain;
  const isText = form !== undefined && !isPlain(form);
  if (!isText && !renamed && shift === 0) return { name, bytes, changed: undefined, names: new Map() };
  const plain = form ? plainCsv(decodeText(name, await unzipped(name, bytes)), form) : csvOf(look);
  const time = columns.findIndex((column) => column.name === roles.time);
  const timeIn = (row: number, column: number, cell: string): number | undefined => {
    if (shape === 'wide') return row === 0 ? heads.times.get(columns[column]?.name ?? '') : undefined;
    return row > 0 && column === time && cell.trim() !== '' ? Number(cell) : undefined;
  };
  const what = [
    ...(isText ? ['commas between cells and decimal points'] : []),
    ...(renamed ? ['numbers as the names of its columns'] : []),
    ...(shift === 0 ? [] : [`times counted from ${shift}`]),
    ...(form ? [] : ['CSV']),
  ];
  return {
    name: `${name.replace(/(\.\w+)+$/, '')}-plain.csv`,
    bytes: new TextEncoder().encode(withTimes(plain, shift, timeIn)),
    changed: what.join(', '),
    names: new Map(
      shape === 'wide' ? [...heads.times].map(([own, at]) => [String(tidy(at - shift)), own] as const) : [],
    ),
  };
}

/** A table that is no text, as one; what was looked at of it is all of it. */
function csvOf({ columns, lines }: TableLook): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = lines.map((_, i) => columns.map(({ cells }) => cell(cells[i]!)).join(','));
  return [columns.map(({ name }) => cell(name)).join(','), ...rows, ''].join('\n');
}

/** With the times of some cells, less the shift. Cells in quotation marks with commas in them keep their line as it is. */
function withTimes(
  text: string,
  shift: number,
  timeIn: (row: number, column: number, cell: string) => number | undefined,
): string {
  let row = -1;
  return text
    .split('\n')
    .map((line) => {
      if (line.trim() === '') return line;
      row++;
      return line
        .split(',')
        .map((cell, column) => {
          const time = timeIn(row, column, cell);
          return time === undefined || !Number.isFinite(time) ? cell : String(tidy(time - shift));
        })
        .join(',');
    })
    .join('\n');
}
