import type { DenseRows } from '@sightline/data';
import type { Matrix } from '@sightline/engine';
import { log2 } from '@sightline/engine';

/** A unit's value at a time. */
export interface UnitValue {
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
}

export interface SurveyInProgress {
  add(rows: DenseRows): void;
  finished(): DataSurvey;
}

const CLASSES_IN_OCTAVE = 4;
const MOST_FOR_SIZE = 9;
/** A mean of equal numbers is off by rounding, and so is what each of them is away from it. */
const ROUNDING = 1e-30;

/** In memory that does not grow with the number of units: extremes and a histogram. O(units · points). */
export function surveyInProgress(): SurveyInProgress {
  const smallest: UnitValue[] = [];
  const largest: UnitValue[] = [];
  const sizes = new Map<number, SizeClass>();
  let [units, replicated, copied] = [0, 0, 0];
  const note = (j: number, unit: string, value: number) => {
    if (smallest[j] === undefined || value < smallest[j].value) smallest[j] = { unit, value };
    if (largest[j] === undefined || value > largest[j].value) largest[j] = { unit, value };
  };
  return {
    add({ units: names, values, within, counts, targets }) {
      const { cols: p, data } = values;
      units += names.length;
      names.forEach((unit, i) => {
        for (let j = 0; j < p; j++) note(j, unit, data[i * p + j]!);
        if (targets) note(p, unit, targets[i]!);
        countSize(sizes, unit, sizeOf(data, i * p, p));
        if (!within || counts![i]! < 2) return;
        replicated++;
        if (sameThroughout(values, within, counts![i]!, i)) copied++;
      });
    },
    finished: () => ({
      units,
      smallest,
      largest,
      sizes: [...sizes].sort(([a], [b]) => a - b).map(([, one]) => one),
      replicated,
      copied,
    }),
  };
}

/** The median, whatever the sign, of a few values over the course: sorting all of them would take longer than reading. */
function sizeOf(data: Float64Array, from: number, p: number): number {
  const count = Math.min(p, MOST_FOR_SIZE);
  const sorted: number[] = [];
  for (let k = 0; k < count; k++) {
    const size = Math.abs(data[from + Math.floor(((k + 0.5) * p) / count)]!);
    let at = k;
    for (; at > 0 && sorted[at - 1]! > size; at--) sorted[at] = sorted[at - 1]!;
    sorted[at] = size;
  }
  return sorted[count >> 1]!;
}

/** A unit that is 0 most of the time has no size to compare with. */
function countSize(sizes: Map<number, SizeClass>, unit: string, size: number): void {
  if (size === 0) return;
  const key = Math.floor(CLASSES_IN_OCTAVE * log2(size));
  const known = sizes.get(key);
  if (!known) sizes.set(key, { smallest: size, largest: size, unit, units: 1 });
  else {
    known.smallest = Math.min(known.smallest, size);
    known.largest = Math.max(known.largest, size);
    known.units++;
  }
}

function sameThroughout({ cols: p, data }: Matrix, within: Matrix, count: number, i: number): boolean {
  for (let n = i * p; n < (i + 1) * p; n++)
    if (within.data[n]! > ROUNDING * count * data[n]! * data[n]!) return false;
  return true;
}
