import { type CellProblem, parseTable } from '@sightline/data';
import { type Matrix, square, zeros } from '@sightline/engine';
import { type LocatedProblem, pathText } from './located-problem.ts';
import type { NamedFile } from './study-files.ts';

/** What the realised protocol measured, one row for each unit. */
export interface BenchmarkData {
  measurements: Matrix;
  targets: Float64Array;
}

/** Second moments of fewer units say next to nothing. */
const FEWEST_UNITS = 10;

/** Nothing measured on the latent scale spreads by more than this, or by less than its inverse. */
const SCALE = 1000;

/** Reads `benchmark.data`: columns y1 … yd for the realised actions in their order, target, and unit if wanted. */
export function benchmarkData(
  { file, text }: NamedFile,
  actions: number,
): { ok: true; data: BenchmarkData } | { ok: false; problems: LocatedProblem[] } {
  const names = [...Array.from({ length: actions }, (_, a) => `y${a + 1}`), 'target'];
  const read = parseTable(text, { numbers: names, label: 'unit' });
  const placed = ({ line, column, cell, value, why, accepted }: CellProblem): LocatedProblem => ({
    file,
    line,
    column,
    path: pathText(['benchmark', 'data', ...cell]),
    value,
    why,
    accepted,
  });
  if (!read.ok) return { ok: false, problems: read.problems.map(placed) };

  const problems: CellProblem[] = [];
  const fewest = Math.max(FEWEST_UNITS, names.length + 1);
  if (read.rows < fewest)
    problems.push({
      line: read.rows + 1,
      column: 1,
      cell: [],
      value: `${read.rows} unit${read.rows === 1 ? '' : 's'}`,
      why: `there are too few units to estimate ${names.length} variances and their covariances`,
      accepted: `at least ${fewest} units, one a line`,
    });
  read.numbers.forEach((column, k) => {
    const spread = deviation(column);
    if (read.rows < 2 || (spread >= 1 / SCALE && spread <= SCALE)) return;
    const constant = column.every((value) => value === column[0]);
    problems.push({
      ...read.headerOf(names[k]!),
      cell: [names[k]!],
      value: constant ? column[0] : `standard deviation ${Number(spread.toPrecision(4))}`,
      why: constant
        ? 'every unit has the same value in this column'
        : 'this column is on another scale than the latent quantity, which has variance 1',
      accepted: constant
        ? 'a column that varies between units'
        : `a column with a standard deviation from ${1 / SCALE} to ${SCALE}`,
    });
  });
  if (problems.length > 0) return { ok: false, problems: problems.map(placed) };

  const measurements = zeros(read.rows, actions);
  for (let a = 0; a < actions; a++)
    read.numbers[a]!.forEach((value, unit) => {
      measurements.data[unit * actions + a] = value;
    });
  return { ok: true, data: { measurements, targets: read.numbers[actions]! } };
}

function deviation(column: Float64Array): number {
  const largest = column.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return 0;
  // Scaled first: squares of what a file may hold can overflow.
  const scaled = column.map((value) => value / largest);
  const mean = scaled.reduce((sum, value) => sum + value, 0) / column.length;
  const squares = scaled.reduce((sum, value) => sum + square(value - mean), 0);
  return Math.sqrt(squares / (column.length - 1)) * largest;
}
