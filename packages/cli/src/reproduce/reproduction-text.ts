import { wrapText } from '@sightline/answers';
import {
  EXPERIMENTS,
  type Outcome,
  type Reproduction,
  type ReproductionTiming,
  type Table,
} from '@sightline/experiments';
import { verdictCounts } from './verdict-counts.ts';

/** What a run found, for people: each experiment's numbers beside the published ones, and the count at the end. */
export function reproductionText(
  reproduction: Reproduction,
  timing: ReproductionTiming,
  elapsed: number,
): string {
  const experiments = Object.entries(reproduction.experiments);
  return [
    ...experiments.map(([name, found]) => experimentText(name, found, timing.seconds[name]!)),
    summary(reproduction, timing, elapsed),
    '',
  ].join('\n');
}

function experimentText(name: string, { rows, skipped, tables = [] }: Outcome, seconds: number): string {
  const title = EXPERIMENTS.find((experiment) => experiment.name === name)!.title;
  if (skipped !== undefined)
    return [wrapText(`${name}: `, title), wrapText('  skipped: ', skipped), ''].join('\n');
  const width = Math.min(LABEL, Math.max(...rows.map(({ what }) => what.length)));
  const lines = rows.map(({ what, published, computed, tolerance, verdict }) => {
    // A longer one stands above its numbers.
    const label = what.length > width ? `${what}\n${''.padEnd(width)}` : what.padEnd(width);
    return `${label}${number(published)}${number(computed)}${number(tolerance)}  ${verdict}`;
  });
  const notes = [...new Set(rows.filter(({ verdict }) => verdict !== 'agrees').map(({ note }) => note))];
  return [
    wrapText(`${name}: `, `${title} (${seconds.toFixed(1)} s)`),
    '',
    `${''.padEnd(width)} published computed tolerance`,
    ...lines,
    ...(notes.length > 0 ? ['', ...notes.map((note) => wrapText('note: ', note))] : []),
    ...tables.flatMap((table) => ['', tableText(table)]),
    '',
  ].join('\n');
}

/** Columns that are left beside three numbers and a verdict. */
const LABEL = 39;

function summary(
  { experiments, seed, quick }: Reproduction,
  { total, workers }: ReproductionTiming,
  elapsed: number,
): string {
  const all = Object.values(experiments);
  const skipped = all.filter((found) => found.skipped !== undefined).length;
  const rows = all.flatMap((found) => found.rows);
  const earlier = total - elapsed;
  return wrapText(
    '',
    `${rows.length} numbers: ${verdictCounts(rows)}${skipped > 0 ? `; ${skipped} of ${all.length} experiments skipped` : ''}. ` +
      `${elapsed.toFixed(1)} s with ${workers} ${workers === 1 ? 'worker' : 'workers'}` +
      `${earlier > 0.05 ? `, and ${earlier.toFixed(1)} s in earlier runs` : ''}, seed ${seed}` +
      `${quick ? ', quick: fewer replications and wider tolerances' : ''}.`,
  );
}

function tableText({ title, columns, rows }: Table): string {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  return [
    wrapText('', title),
    `${''.padEnd(width)}${columns.map((name) => name.padStart(13)).join('')}`,
    ...rows.map(
      ({ name, values }) =>
        `${name.padEnd(width)}${values.map((value) => value.toFixed(3).padStart(13)).join('')}`,
    ),
  ].join('\n');
}

function number(value: number): string {
  return (
    Number.isInteger(value) ? String(value) : value.toFixed(value !== 0 && Math.abs(value) < 0.01 ? 5 : 4)
  ).padStart(10);
}
