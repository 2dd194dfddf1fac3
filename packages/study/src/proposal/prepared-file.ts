import { decodeText, isPlain, plainCsv, type TableLook, unzipped } from '@sightline/data';
import { tidy } from './file-grid.ts';
import type { Said } from './proposal.ts';

/** A file as the study reads it. */
export interface PreparedFile {
  name: string;
  bytes: Uint8Array;
  /** What was changed on the way, in words; nothing where it is the file as it came. */
  changed: string | undefined;
}

/** The file itself where it can be read as it is; or a copy with commas, decimal points and times from the beginning. */
export async function preparedFile(
  { name, bytes }: { name: string; bytes: Uint8Array },
  { form, columns }: TableLook,
  { shift, shape, columns: roles }: Said,
): Promise<PreparedFile> {
  if (!form || (isPlain(form) && shift === 0)) return { name, bytes, changed: undefined };
  const plain = plainCsv(decodeText(name, await unzipped(name, bytes)), form);
  const time = columns.findIndex((column) => column.name === roles.time);
  const isShifted = (row: number, column: number) =>
    shape === 'wide' ? row === 0 : row > 0 && column === time;
  const text = shift === 0 ? plain : shifted(plain, shift, isShifted);
  const what = [
    ...(isPlain(form) ? [] : ['commas between cells and decimal points']),
    ...(shift === 0 ? [] : [`times counted from ${shift}`]),
  ];
  return {
    name: `${name.replace(/(\.\w+)+$/, '')}-plain.csv`,
    bytes: new TextEncoder().encode(text),
    changed: what.join(', '),
  };
}

/** Numbers in some cells, less the shift. Cells in quotation marks with commas in them keep their line as it is. */
function shifted(text: string, shift: number, is: (row: number, column: number) => boolean): string {
  let row = -1;
  return text
    .split('\n')
    .map((line) => {
      if (line.trim() === '') return line;
      row++;
      return line
        .split(',')
        .map((cell, column) =>
          is(row, column) && cell.trim() !== '' && Number.isFinite(Number(cell))
            ? String(tidy(Number(cell) - shift))
            : cell,
        )
        .join(',');
    })
    .join('\n');
}
