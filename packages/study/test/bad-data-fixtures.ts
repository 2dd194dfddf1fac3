// What the rows of bad-data-table.md make of good data.
import { CALIBRATIONS, DENSE_FILES, denseStudy } from './dense-fixtures.ts';

type DenseFile = keyof typeof DENSE_FILES;

export interface Row {
  what: string;
  files: Record<string, string | Uint8Array>;
  /** file:line:column. */
  place: string;
  path: string;
  value: unknown;
  why: string;
  accepted: string;
}

/** The rows of bad-data-table.md. */
export function badDataRows(table: string): Row[] {
  const code = (cell: string) => cell.replace(/^`(.*)`$/, '$1');
  const input = (cell: string) => code(cell).replaceAll('\\n', '\n');
  return table
    .split('\n')
    .filter((line) => /^\|(?! what | -)/.test(line))
    .map((line) => {
      const cells = line.split('|').slice(1, -1);
      const [what, calibration, name, replaced, by, place, path, value, why, accepted] = cells.map((cell) =>
        cell.trim(),
      ) as [string, string, DenseFile, string, string, string, string, string, string, string];
      const good = DENSE_FILES[name];
      if (replaced !== '(all)' && !good.includes(input(replaced)))
        throw new Error(`not in the good data: ${line}`);
      const broken = replaced === '(all)' ? input(by) : good.replace(input(replaced), () => input(by));
      const study = denseStudy(calibration === '' ? CALIBRATIONS[name] : code(calibration));
      const files = { ...DENSE_FILES, 'study.yaml': study, [name]: broken };
      const found = JSON.parse(code(value));
      return { what: `${name}: ${what}`, files, place, path: code(path), value: found, why, accepted };
    });
}
