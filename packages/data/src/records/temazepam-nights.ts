import { problemsText } from '../formats/recording-problem.ts';
import { parseXls, type XlsCell } from '../formats/xls/table.ts';

type TemazepamNights =
  | { ok: true; nights: Map<number, { placebo: number; temazepam: number }> }
  | { ok: false; why: string };

/** Columns of ST-subjects.xls, from 0, below two rows of headings. */
const [SUBJECT, PLACEBO, TEMAZEPAM] = [0, 3, 5];
const HEADINGS = 2;

/** Which night of each Sleep Telemetry subject was which, from ST-subjects.xls. */
export function temazepamNights(bytes: Uint8Array): TemazepamNights {
  const table = parseXls(bytes);
  if (!table.ok) return { ok: false, why: problemsText(table.problems) };
  const { rows } = table;
  const heading = (column: number) => String(rows[0]?.[column] ?? '').toLowerCase();
  if (!heading(PLACEBO).includes('placebo') || !heading(TEMAZEPAM).includes('temazepam'))
    return {
      ok: false,
      why: `its first row is not that of PhysioNet's table: the fourth column should be the placebo night, the sixth the temazepam night, found ${JSON.stringify(rows[0]?.slice(0, 8) ?? null)}`,
    };
  const nights = new Map<number, { placebo: number; temazepam: number }>();
  for (const [i, row] of rows.entries()) {
    if (i < HEADINGS || row.every((cell) => cell === null)) continue;
    const [subject, placebo, temazepam] = [row[SUBJECT], row[PLACEBO], row[TEMAZEPAM]];
    if (!isCount(subject) || !isCount(placebo) || !isCount(temazepam) || placebo === temazepam)
      return {
        ok: false,
        why: `row ${i + 1} does not give a subject, a placebo night and another temazepam night: ${JSON.stringify(row.slice(0, 8))}`,
      };
    if (nights.has(subject)) return { ok: false, why: `row ${i + 1}: subject ${subject} stands twice` };
    nights.set(subject, { placebo, temazepam });
  }
  return { ok: true, nights };
}

function isCount(cell: XlsCell | undefined): cell is number {
  return typeof cell === 'number' && Number.isInteger(cell) && cell > 0;
}
