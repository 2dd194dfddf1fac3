import { byPosition, type CellPosition, type CellProblem } from '../tables/cell-problem.ts';
import type { ColumnTable, HeaderColumn } from '../tables/column-table.ts';
import type { DenseReport, DenseRequest } from './units.ts';

// What sensors write for a value beyond their range.

const LOW = /^(?:lo|low|(?:<|≤|<=)\s*[+-]?[\d.]+)$/i;
const HIGH = /^(?:hi|high|(?:>|≥|>=)\s*[+-]?[\d.]+)$/i;

/** Texts of a sensor, over the tables of a file. */
export interface SensorTexts {
  /** What the text of a cell stands for; NaN where it is such a text and no limit is given, undefined where it is none. */
  value(table: ColumnTable, row: number, column: number, what: () => string): number | undefined;
  problems(): CellProblem[];
  report(): DenseReport['limits'];
}

interface Seen extends CellPosition {
  row: number;
  /** The number of the column in the header. */
  place: number;
  end: 'low' | 'high';
  count: number;
  what: string;
}

export function sensorTexts(
  columns: readonly HeaderColumn[],
  limits: NonNullable<DenseRequest['limits']> = {},
): SensorTexts {
  const seen = new Map<string, Seen>();
  const named = () => [...seen].sort(([, a], [, b]) => byPosition(a, b));
  return {
    value(table, row, column, what) {
      const text = table.found(row, column);
      if (typeof text !== 'string') return undefined;
      const end = LOW.test(text) ? 'low' : HIGH.test(text) ? 'high' : undefined;
      if (!end) return undefined;
      const known = seen.get(text);
      if (known) known.count++;
      else
        seen.set(text, {
          end,
          count: 1,
          what: what(),
          row: table.rowOf(row),
          place: column,
          ...table.at(row, column),
        });
      return limits[end] ?? Number.NaN;
    },
    problems: () =>
      (['low', 'high'] as const).flatMap((end) => {
        const texts = limits[end] === undefined ? named().filter(([, one]) => one.end === end) : [];
        const [first] = texts;
        if (!first) return [];
        const count = texts.reduce((sum, [, one]) => sum + one.count, 0);
        const list = texts.slice(0, 3).map(([text, one]) => `${text} (${one.count})`);
        const [text, { line, column, what, row, place }] = first;
        return [
          {
            line,
            column,
            cell: [row, columns[place]!.name],
            value: text,
            why:
              `the value for ${what} is a sensor's word for a value ${end === 'low' ? 'below' : 'above'} its range` +
              (count === 1
                ? ''
                : `; ${count} values are: ${list.join(', ')}${texts.length > 3 ? ', …' : ''}`),
            accepted: `limits: { ${end}: NUMBER } with what such texts stand for; or an empty cell where there is no value`,
          },
        ];
      }),
    report: () =>
      seen.size === 0
        ? undefined
        : named().map(([text, { end, count }]) => ({ text, value: limits[end]!, count })),
  };
}
