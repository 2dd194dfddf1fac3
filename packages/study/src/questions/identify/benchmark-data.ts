import { type CellProblem, parseTable } from '@sightline/data';
import {
  type Action,
  type BenchmarkSample,
  type Problem,
  sampleProblems,
  zeros,
} from '@sightline/engine/internal';
import type { NamedFile } from '../../file/study-files.ts';
import { realised as realisedPart } from '../../parts/actions.ts';
import type { Part } from '../../parts/study-parts.ts';
import { type LocatedProblem, placedCell } from '../../problems/located-problem.ts';
import type { StudyFile } from '../../schema/study.ts';
import type { Path } from '../../words/text.ts';

/** What each realised protocol measured: its file, and where that stands in the study. */
export const benchmarkFiles: Part<Promise<Map<string, { file: NamedFile; path: Path }>>> = async (study) => {
  const { benchmark } = study.parsed.parts;
  const found = new Map<string, { file: NamedFile; path: Path }>();
  if (!benchmark) return found;
  const names = study.part(realisedPart);
  study.report(dataProblems(benchmark.data, names));
  for (const { name, at, path } of filesOf(benchmark.data, names)) {
    const file = await study.text(path, at);
    if (file) found.set(name, { file, path });
  }
  return found;
};

type BenchmarkFiles = NonNullable<StudyFile['benchmark']>['data'];
const IN_DATA = ['benchmark', 'data'];

function filesOf(data: BenchmarkFiles, names: readonly string[]): { name: string; at: string; path: Path }[] {
  if (typeof data === 'string') return names.slice(0, 1).map((name) => ({ name, at: data, path: IN_DATA }));
  return names.flatMap((name, i) => {
    const key = Array.isArray(data) ? i : name;
    const at = (data as Record<string | number, string>)[key];
    return at === undefined ? [] : [{ name, at, path: [...IN_DATA, key] }];
  });
}

/** One file for each realised protocol, and none for others. */
function dataProblems(data: BenchmarkFiles, names: readonly string[]): Problem[] {
  if (names.length === 0) return [];
  const given = typeof data === 'string' ? 1 : Object.keys(data).length;
  const accepted =
    names.length === 1
      ? 'data: file.csv'
      : `data: { ${names.map((name) => `${name}: file.csv`).join(', ')} }, or a list of ${names.length} files in this order`;
  const listed = typeof data === 'string' || Array.isArray(data);
  if (listed && given !== names.length)
    return [
      {
        path: IN_DATA,
        value: data,
        why: `${names.length === 1 ? 'one protocol was' : `${names.length} protocols were`} realised, each on units of its own, and there ${given === 1 ? 'is one file' : `are ${given} files`}`,
        accepted,
      },
    ];
  const files = filesOf(data, names);
  const twice = files.filter(({ at }, i) => files.findIndex((one) => one.at === at) < i);
  return [
    ...twice.map(
      ({ at, path }): Problem => ({
        path,
        value: at,
        why: `this file stands for ${files.find((one) => one.at === at)!.name} already, and the protocols were run on different units`,
        accepted: 'a file for each protocol',
      }),
    ),
    ...(listed ? [] : nameProblems(data, names, accepted)),
  ];
}

function nameProblems(data: Record<string, string>, names: readonly string[], accepted: string): Problem[] {
  return [
    ...names
      .filter((name) => !Object.hasOwn(data, name))
      .map(
        (name): Problem => ({
          path: IN_DATA,
          value: data,
          why: `there is no file for the realised protocol ${name}`,
          accepted,
        }),
      ),
    ...Object.keys(data)
      .filter((name) => !names.includes(name))
      .map(
        (name): Problem => ({
          path: [...IN_DATA, name],
          value: data[name],
          why: 'this is no realised protocol',
          accepted: `one of ${names.join(', ')}`,
        }),
      ),
  ];
}

/** What a table of the benchmark is read for. */
interface BenchmarkFor {
  realised: readonly Action[];
  weights: Float64Array;
  /** The target is this multiple of the weighted mean. */
  multiple: number;
}

/** Reads a file of `benchmark.data`, which stands at a path of the study: columns y1 … yd for the realised actions in their order, target, and unit if wanted. */
export function benchmarkData(
  { file, text }: NamedFile,
  { realised, weights, multiple }: BenchmarkFor,
  path: Path,
): { ok: true; data: BenchmarkSample } | { ok: false; problems: LocatedProblem[] } {
  const names = [...realised.map((_, a) => `y${a + 1}`), 'target'];
  const read = parseTable(text, { numbers: names, label: 'unit' });
  const inFile = (problem: CellProblem) => placedCell(problem, file, path);
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
