import { type CellProblem, parseTable } from '@sightline/data';
import { type Action, type BenchmarkSample, sampleProblems, zeros } from '@sightline/engine';
import type { NamedFile } from '../../file/study-files.ts';
import { type LocatedProblem, placedCell } from '../../problems/located-problem.ts';

/** What a table of the benchmark is read for. */
interface BenchmarkFor {
  realised: readonly Action[];
  weights: Float64Array;
  /** The target is this multiple of the weighted mean. */
  multiple: number;
}

/** Reads `benchmark.data`: columns y1 … yd for the realised actions in their order, target, and unit if wanted. */
export function benchmarkData(
  { file, text }: NamedFile,
  { realised, weights, multiple }: BenchmarkFor,
): { ok: true; data: BenchmarkSample } | { ok: false; problems: LocatedProblem[] } {
  const names = [...realised.map((_, a) => `y${a + 1}`), 'target'];
  const read = parseTable(text, { numbers: names, label: 'unit' });
  const inFile = (problem: CellProblem) => placedCell(problem, file, ['benchmark', 'data']);
  if (!read.ok) return { ok: false, problems: read.problems.map(inFile) };

  const columns = read.numbers.map((values, k) =>
    k === realised.length && multiple !== 1 ? values.map((value) => value / multiple) : values,
  );
  const problems = sampleProblems(columns, realised, { weights }).map(
    ({ column, value, why, accepted }): CellProblem => ({
      ...(column === null ? { line: read.rows + 1, column: 1 } : read.headerOf(names[column]!)),
      cell: column === null ? [] : [names[column]!],
      value,
      why,
      accepted: column === null ? `${accepted}, one a line` : accepted,
    }),
  );
  if (problems.length > 0) return { ok: false, problems: problems.map(inFile) };

  const measurements = zeros(read.rows, realised.length);
  for (let a = 0; a < realised.length; a++)
    columns[a]!.forEach((value, unit) => {
      measurements.data[unit * realised.length + a] = value;
    });
  return { ok: true, data: { measurements, targets: columns[realised.length]! } };
}
