import { log2, type Matrix } from '@sightline/engine/internal';
import type { DenseRows } from './units.ts';

/** A unit's value at a time. */
interface UnitValue {
  unit: string;
  value: number;
}

/** Units whose values are of about the same size. */
export interface SizeClass {
  /** The smallest and the largest median of some of a unit's values: one wild value does not change it. */
  smallest: number;
  largest: number;
  /** One of them, and how many there are. */
  unit: string;
  units: number;
}

/** What a look at each unit by itself shows. Units that are not held have been looked at as well. */
export interface DataSurvey {
  units: number;
  /** At each time, and last in the target where there is one. */
  smallest: UnitValue[];
  largest: UnitValue[];
  /** In the order of their sizes, a quarter of an octave each; those without units are left out. */
  sizes: SizeClass[];
  /** Units with replicates, and those of them whose replicates are the same at every time. */
  replicated: number;
  copied: number;
  /** The first MOST_LABELS of them; none where it is said which trajectories are of one unit. */
  labels: string[];
}

interface SurveyInProgress {
  add(rows: DenseRows): void;
  /** Adds what was seen of units that come after all so far. */
  join(later: DataSurvey): void;
  finished(): DataSurvey;
}

const CLASSES_IN_OCTAVE = 4;
const MOST_FOR_SIZE = 9;
const MOST_LABELS = 4096;
/** A mean of equal numbers is off by rounding, and so is what each of them is away from it. */
const ROUNDING = 1e-30;

/** In memory that does not grow with the number of units: extremes and a histogram. O(units · points). */
export function surveyInProgress(): SurveyInProgress {
  const smallest: UnitValue[] = [];
  const largest: UnitValue[] = [];
  const sizes = new Map<number, SizeClass>();
  const labels: string[] = [];
  let [units, replicated, copied] = [0, 0, 0];
  const note = (j: number, low: UnitValue, high: UnitValue) => {
    if (smallest[j] === undefined || low.value < smallest[j].value) smallest[j] = low;
    if (largest[j] === undefined || high.value > largest[j].value) largest[j] = high;
  };
  /** The extremes of each column of a matrix, whose rows are those of units; NaN is no number. */
  const noteColumns = (names: readonly string[], data: Float64Array, width: number, first: number) => {
    const lowest = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
    const highest = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
    const [low, high] = [new Int32Array(width), new Int32Array(width)];
    for (let i = 0, n = 0; i < names.length; i++)
      for (let j = 0; j < width; j++, n++) {
        const value = data[n]!;
        if (value < lowest[j]!) {
          lowest[j] = value;
          low[j] = i;
        }
        if (value > highest[j]!) {
          highest[j] = value;
          high[j] = i;
        }
      }
    for (let j = 0; j < width; j++)
      if (lowest[j]! <= highest[j]!)
        note(
          first + j,
          { unit: names[low[j]!]!, value: lowest[j]! },
          { unit: names[high[j]!]!, value: highest[j]! },
        );
  };
  return {
    add({ units: names, trajectories, values, within, counts, targets }) {
      const { cols: p, data } = values;
      if (!trajectories) labels.push(...names.slice(0, MOST_LABELS - labels.length));
      units += names.length;
      noteColumns(names, data, p, 0);
      if (targets) noteColumns(names, targets, 1, p);
      const sorted = new Float64Array(MOST_FOR_SIZE);
      names.forEach((unit, i) => {
        countSize(sizes, unit, sizeOf(data, i * p, p, sorted));
        if (!within || counts![i]! < 2) return;
        replicated++;
        if (sameThroughout(values, within, counts![i]!, i)) copied++;
      });
    },
    join(later) {
      later.smallest.forEach((low, j) => {
        note(j, low, later.largest[j]!);
      });
      for (const one of later.sizes) addSizes(sizes, sizeKey(one.smallest), one);
      labels.push(...later.labels.slice(0, MOST_LABELS - labels.length));
      units += later.units;
      replicated += later.replicated;
      copied += later.copied;
    },
    finished: () => ({
      units,
      smallest,
      largest,
      sizes: [...sizes].sort(([a], [b]) => a - b).map(([, one]) => one),
      replicated,
      copied,
      labels,
    }),
  };
}

/** The median, whatever the sign, of a few values over the course: sorting all of them would take longer than reading. */
function sizeOf(data: Float64Array, from: number, p: number, sorted: Float64Array): number {
  const count = Math.min(p, MOST_FOR_SIZE);
  let known = 0;
  for (let k = 0; k < count; k++) {
    const size = Math.abs(data[from + Math.floor(((k + 0.5) * p) / count)]!);
    if (Number.isNaN(size)) continue;
    let at = known++;
    for (; at > 0 && sorted[at - 1]! > size; at--) sorted[at] = sorted[at - 1]!;
    sorted[at] = size;
  }
  return known === 0 ? 0 : sorted[known >> 1]!;
}

/** A unit that is 0 most of the time has no size to compare with. */
function countSize(sizes: Map<number, SizeClass>, unit: string, size: number): void {
  if (size === 0) return;
  const key = sizeKey(size);
  const known = sizes.get(key);
  // No object for each unit: there may be millions.
  if (known) widen(known, size, size, 1);
  else sizes.set(key, { smallest: size, largest: size, unit, units: 1 });
}

function sizeKey(size: number): number {
  return Math.floor(CLASSES_IN_OCTAVE * log2(size));
}

function addSizes(sizes: Map<number, SizeClass>, key: number, more: SizeClass): void {
  const known = sizes.get(key);
  if (known) widen(known, more.smallest, more.largest, more.units);
  else sizes.set(key, { ...more });
}

function widen(known: SizeClass, smallest: number, largest: number, units: number): void {
  known.smallest = Math.min(known.smallest, smallest);
  known.largest = Math.max(known.largest, largest);
  known.units += units;
}

function sameThroughout({ cols: p, data }: Matrix, within: Matrix, count: number, i: number): boolean {
  for (let n = i * p; n < (i + 1) * p; n++)
    if (within.data[n]! > ROUNDING * count * data[n]! * data[n]!) return false;
  return true;
}
