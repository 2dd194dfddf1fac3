import { exampleKernel, exampleTarget, KERNELS, TARGETS } from '@sightline/engine/internal';
import type { Random } from './random.ts';
import type { StudyCase, Written } from './study-case.ts';

type Path = (string | number)[];

/** A study changed in a few places, knowing its structure: numbers, kinds, entries, cells of its files. */
export function mutant(rng: Random, { study, files, ...rest }: StudyCase): StudyCase {
  const copy: Written = structuredClone(study);
  const own = { ...files };
  const changes = rng.pick([1, 1, 1, 2, 2, 3]);
  for (let k = 0; k < changes; k++) {
    const change = rng.pick(CHANGES);
    change(rng, copy, own);
  }
  return { study: copy, files: own, ...rest };
}

type Change = (rng: Random, study: Written, files: StudyCase['files']) => void;

const CHANGES: readonly Change[] = [
  anotherNumber,
  anotherNumber,
  anotherNumber,
  anotherNumber,
  anotherKind,
  anotherKind,
  fewerOrMore,
  fewerOrMore,
  anotherCell,
  withoutField,
];

/** A nearby number, one of another size, its opposite, an edge. */
export function otherNumber(rng: Random, x: number): number {
  const k = rng.whole(1, 6);
  return rng.pick<() => number>([
    () => x * (1 + rng.between(-0.5, 0.5, 2)),
    () => x * (1 + rng.between(-0.5, 0.5, 2)),
    () => x * rng.pick([0.5, 2, 3, 10, 0.1]),
    () => x * 10 ** (rng.chance(0.5) ? k : -k),
    () => x * (1 + 2 ** -52),
    () => x * (1 - 2 ** -53),
    () => x + rng.pick([1, -1]),
    () => -x,
    () => 0,
    () => rng.pick([5e-324, 1e-300, 1e-12, 1e12, 1e300, 1.7e308]),
  ])();
}

/** Every place in the study below which something stands. */
function places(value: Written, path: Path = []): { path: Path; value: Written }[] {
  if (value === null || typeof value !== 'object') return [{ path, value }];
  return [
    { path, value },
    ...Object.entries(value).flatMap(([key, inner]) =>
      places(inner, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

function put(study: Written, path: Path, value: Written): void {
  let parent = study;
  for (const key of path.slice(0, -1)) parent = parent[key];
  parent[path.at(-1)!] = value;
}

function anotherNumber(rng: Random, study: Written): void {
  const numbers = places(study).filter(
    ({ value, path }) => typeof value === 'number' && path[0] !== 'sightline',
  );
  if (numbers.length === 0) return;
  // A long list counts as few places, or nothing else would ever change.
  const fields = new Map<string, typeof numbers>();
  for (const place of numbers) {
    const name = place.path.map((key) => (typeof key === 'number' ? '*' : key)).join('.');
    fields.set(name, [...(fields.get(name) ?? []), place]);
  }
  const { path, value } = rng.pick(rng.pick([...fields.values()]));
  const whole =
    /^(points|count|repeats|exactly|most|block|swaps|outer|inner|bins|budgets|actions|required|forbidden)$/;
  const isWhole = path.some((key) => typeof key === 'string' && whole.test(key));
  const other = isWhole
    ? rng.chance(0.9)
      ? Math.max(0, value + rng.whole(-3, 3))
      : otherNumber(rng, value)
    : otherNumber(rng, value);
  // Time and memory grow with the cube of the grid: large ones have tests of their own.
  const field = path.at(-1);
  put(study, path, field === 'points' && other > 64 ? 64 : field === 'count' && other > 24 ? 24 : other);
}

const KINDS: { field: string; values: readonly Written[] }[] = [
  { field: 'target', values: [...TARGETS.map(exampleTarget), { hermite: [0, 0, 2] }] },
  { field: 'weights', values: ['uniform', { recency: 2 }, undefined] },
  { field: 'assume', values: ['any', 'stationary', undefined] },
  { field: 'indefinite', values: ['refuse', 'floor', undefined] },
  { field: 'estimand', values: ['gaussian', 'linear', undefined] },
  { field: 'shrinkage', values: ['none', 'linear', undefined] },
  { field: 'missing', values: ['refuse', 'drop', 'interpolate', 'pairwise', undefined] },
  { field: 'scale', values: ['data', 'standardised', undefined] },
  { field: 'transform', values: ['none', 'log', undefined] },
  { field: 'split', values: ['day', undefined] },
  { field: 'independent', values: ['unit', 'day', undefined] },
  { field: 'surface', values: [true, { units: 5 }, undefined] },
  { field: 'start', values: ['00:00', '06:00', '21:30', undefined] },
  { field: 'duplicates', values: ['refuse', 'average', 'keep', undefined] },
  { field: 'align', values: ['exact', 'nearest', 'start', 'end', 'mean', undefined] },
  { field: 'reading', values: ['anchor', 'mean', 'overlap', undefined] },
  { field: 'rounding', values: ['nearest', 'down', undefined] },
  { field: 'combine', values: ['mean', 'worst', undefined] },
  { field: 'moments', values: ['unit', 'record', undefined] },
  { field: 'strata', values: ['together', 'separately', undefined] },
  { field: 'width', values: [0, 1, 3, [0, 2]] },
  { field: 'noise', values: [0, 0.4, { from: 0.1, to: 2 }, 1e-9] },
  { field: 'cost', values: [1, 2.5, { base: 1, perWidth: 0.1 }] },
  { field: 'trait', values: [0, 0.3, undefined] },
  { field: 'repeats', values: [1, 4] },
  { field: 'missed', values: [0, 0.2, 1, undefined] },
  { field: 'sensor', values: ['arm', undefined] },
  { field: 'fails', values: [0.3, 1, undefined] },
  { field: 'dropout', values: [0, 0.05, 1e3, undefined] },
];
const KERNEL_KINDS: readonly Written[] = KERNELS.map(exampleKernel);

/** Another value of a field that has several forms, there or put there. */
function anotherKind(rng: Random, study: Written): void {
  if (study.latent?.kernel && rng.chance(0.25)) {
    study.latent.kernel = structuredClone(rng.pick(KERNEL_KINDS));
    return;
  }
  const there = places(study).filter(({ path }) => KINDS.some(({ field }) => field === path.at(-1)));
  const parents = places(study).filter(
    ({ value }) => value !== null && typeof value === 'object' && !Array.isArray(value) && 'at' in value,
  );
  const addable = rng.chance(0.3) && parents.length > 0;
  const path = addable
    ? [
        ...rng.pick(parents).path,
        rng.pick(['width', 'noise', 'cost', 'repeats', 'missed', 'sensor', 'fails', 'dropout']),
      ]
    : there.length > 0
      ? rng.pick(there).path
      : undefined;
  if (!path) return;
  const kind = KINDS.find(({ field }) => field === path.at(-1))!;
  const value = structuredClone(rng.pick(kind.values));
  put(study, path, value);
  if (value === undefined) {
    let parent = study;
    for (const key of path.slice(0, -1)) parent = parent[key];
    delete parent[path.at(-1)!];
  }
}

/** An item of a list or an entry of a mapping goes, comes twice, or changes its place. */
function fewerOrMore(rng: Random, study: Written): void {
  const lists = places(study).filter(({ value }) => Array.isArray(value) && value.length > 0);
  const maps = places(study).filter(({ path }) => path.at(-1) === 'protocols' || path.at(-1) === 'targets');
  if (maps.length > 0 && rng.chance(0.4)) {
    const { value } = rng.pick(maps);
    if (Array.isArray(value) || value === null || typeof value !== 'object') return;
    const names = Object.keys(value);
    if (names.length === 0) return;
    const name = rng.pick(names);
    if (rng.chance(0.5)) delete value[name];
    else value[`${name} again`] = structuredClone(value[name]);
    return;
  }
  if (lists.length === 0) return;
  const { value } = rng.pick(lists);
  const i = rng.whole(0, value.length - 1);
  switch (rng.pick(['drop', 'twice', 'swap'])) {
    case 'drop':
      value.splice(i, 1);
      break;
    case 'twice':
      value.splice(i, 0, structuredClone(value[i]));
      break;
    default: {
      const j = rng.whole(0, value.length - 1);
      [value[i], value[j]] = [value[j], value[i]];
    }
  }
}

function withoutField(rng: Random, study: Written): void {
  const optional = places(study).filter(
    ({ path }) =>
      typeof path.at(-1) === 'string' &&
      !/^(sightline|time|target|at|horizon|points)$/.test(String(path.at(-1))),
  );
  if (optional.length === 0) return;
  const { path } = rng.pick(optional);
  let parent = study;
  for (const key of path.slice(0, -1)) parent = parent[key];
  delete parent[path.at(-1)!];
}

/** A cell of a file changes, a line goes or comes twice. */
function anotherCell(rng: Random, _study: Written, files: StudyCase['files']): void {
  const names = Object.keys(files);
  if (names.length === 0) return;
  const name = rng.pick(names);
  const lines = files[name]!.trimEnd().split('\n');
  const first = /[a-z]/i.test(lines[0]!) ? 1 : 0;
  if (lines.length <= first) return;
  const i = rng.whole(first, lines.length - 1);
  switch (rng.pick(['cell', 'cell', 'cell', 'column', 'drop', 'twice', 'constant'])) {
    case 'drop':
      lines.splice(i, 1);
      break;
    case 'twice':
      lines.splice(i, 0, lines[i]!);
      break;
    case 'column': {
      // A whole column on another scale.
      const cells = lines[i]!.split(',');
      const k = rng.whole(0, cells.length - 1);
      const factor = rng.pick([0, 1e-6, 1e6, -1, 2]);
      for (let r = first; r < lines.length; r++) {
        const row = lines[r]!.split(',');
        if (row[k] !== undefined && row[k] !== '' && Number.isFinite(Number(row[k])))
          row[k] = String(Number(row[k]) * factor);
        lines[r] = row.join(',');
      }
      break;
    }
    case 'constant': {
      // A unit that never moves.
      const cells = lines[i]!.split(',');
      lines[i] = cells
        .map((cell, k) => (k > 0 && Number.isFinite(Number(cell)) ? cells.at(-1)! : cell))
        .join(',');
      break;
    }
    default: {
      const cells = lines[i]!.split(',');
      const k = rng.whole(0, cells.length - 1);
      const number = Number(cells[k]);
      cells[k] =
        cells[k] !== '' && Number.isFinite(number)
          ? String(otherNumber(rng, number))
          : rng.pick(['', cells[k]!, 'x', '0']);
      lines[i] = cells.join(',');
    }
  }
  files[name] = `${lines.join('\n')}\n`;
}
