import { type Problem, refuse } from '../model/input/invalid-input.ts';

/** Readings at any times, any number of them a trajectory. Plain data. */
export interface SparseReadings {
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** Trajectory i has the readings starts[i] to starts[i + 1] − 1. */
  readonly starts: Int32Array;
  /** The unit of each trajectory; absent: each is a unit of its own. */
  readonly clusters?: Int32Array | undefined;
}

/** With a unit for each trajectory. */
export interface OrderedReadings extends SparseReadings {
  readonly clusters: Int32Array;
}

export const trajectoryCount = ({ starts }: SparseReadings): number => starts.length - 1;

/** How many units there are: what is independent. */
export function unitCount(readings: SparseReadings): number {
  return readings.clusters ? new Set(readings.clusters).size : trajectoryCount(readings);
}

/** The trajectories of each unit. */
export function trajectoriesByUnit({ clusters }: OrderedReadings): number[][] {
  const units: number[][] = [];
  clusters.forEach((unit, i) => {
    units[unit] ??= [];
    units[unit].push(i);
  });
  return units;
}

/**
 * The same readings in an order of their own: readings by time, trajectories by times and then values, units by their first trajectory,
 * so that no sum depends on how a file was ordered. Trajectories without readings are left out.
 */
export function inOrder({ times, values, starts, clusters }: SparseReadings): OrderedReadings {
  const trajectories = Array.from({ length: starts.length - 1 }, (_, i) => {
    const own = Array.from({ length: starts[i + 1]! - starts[i]! }, (_, k) => starts[i]! + k);
    own.sort((a, b) => times[a]! - times[b]! || values[a]! - values[b]!);
    return { own, unit: clusters?.[i] ?? i };
  }).filter(({ own }) => own.length > 0);
  const compare = (a: readonly number[], b: readonly number[], of: Float64Array) => {
    for (let k = 0; k < a.length; k++) {
      const difference = of[a[k]!]! - of[b[k]!]!;
      if (difference !== 0) return difference;
    }
    return 0;
  };
  trajectories.sort(
    ({ own: a }, { own: b }) => a.length - b.length || compare(a, b, times) || compare(a, b, values),
  );
  const order = trajectories.flatMap(({ own }) => own);
  const units = new Map<number, number>();
  const ordered = trajectories.map(({ unit }) => {
    if (!units.has(unit)) units.set(unit, units.size);
    return units.get(unit)!;
  });
  const bounds = new Int32Array(trajectories.length + 1);
  trajectories.forEach(({ own }, i) => {
    bounds[i + 1] = bounds[i]! + own.length;
  });
  return {
    times: Float64Array.from(order, (k) => times[k]!),
    values: Float64Array.from(order, (k) => values[k]!),
    starts: bounds,
    clusters: Int32Array.from(ordered),
  };
}

/** Some trajectories, in the order in which they are asked for; units keep their numbers. */
export function someTrajectories(
  { times, values, starts, clusters }: OrderedReadings,
  some: ArrayLike<number>,
): OrderedReadings {
  const bounds = new Int32Array(some.length + 1);
  for (let n = 0; n < some.length; n++)
    bounds[n + 1] = bounds[n]! + starts[some[n]! + 1]! - starts[some[n]!]!;
  const out = {
    times: new Float64Array(bounds.at(-1)!),
    values: new Float64Array(bounds.at(-1)!),
    starts: bounds,
    clusters: new Int32Array(some.length),
  };
  for (let n = 0; n < some.length; n++) {
    const [from, to] = [starts[some[n]!]!, starts[some[n]! + 1]!];
    out.times.set(times.subarray(from, to), bounds[n]!);
    out.values.set(values.subarray(from, to), bounds[n]!);
    out.clusters[n] = clusters[some[n]!]!;
  }
  return out;
}

/** Fewer units than this say nothing of how much estimates vary between them. */
const LEAST_UNITS = 5;

/** Σd³ of this size takes minutes for each kernel. */
const MOST_CUBES = 1e9;

/** Σd³ over the different sets of times, each with d readings. */
function cubes({ times, starts }: SparseReadings): number {
  const seen = new Set<string>();
  const sum = (onlyNew: boolean) => {
    let total = 0;
    for (let i = 0; i + 1 < starts.length; i++) {
      const size = starts[i + 1]! - starts[i]!;
      const key = onlyNew
        ? times
            .slice(starts[i]!, starts[i + 1]!)
            .sort()
            .join()
        : '';
      if (!seen.has(key) || !onlyNew) total += size * size * size;
      if (onlyNew) seen.add(key);
    }
    return total;
  };
  // Only where there are many is it worth looking which times are shared.
  const all = sum(false);
  return all > MOST_CUBES ? sum(true) : all;
}

/** Refuses readings from which no law can be told. */
export function checkReadings(readings: SparseReadings): void {
  const problems: Problem[] = [];
  const { times, values, starts } = readings;
  const notFinite = (of: Float64Array) => of.findIndex((x) => !Number.isFinite(x));
  for (const [name, of] of [
    ['times', times],
    ['values', values],
  ] as const) {
    const k = notFinite(of);
    if (k >= 0)
      problems.push({ path: [name, k], value: of[k], why: 'this is not a number', accepted: 'a number' });
  }
  const units = unitCount(readings);
  if (units < LEAST_UNITS)
    problems.push({
      path: [],
      value: units,
      why: `there are ${units} units, too few to say how much the estimates vary from one to the next`,
      accepted: `readings of at least ${LEAST_UNITS} units`,
    });
  let pairs = false;
  for (let i = 0; i + 1 < starts.length && !pairs; i++)
    pairs = times.subarray(starts[i]!, starts[i + 1]!).some((t, _, own) => t !== own[0]);
  if (!pairs)
    problems.push({
      path: [],
      value: values.length,
      why: 'no trajectory has readings at two times, so nothing tells how readings go together',
      accepted: 'trajectories with two readings or more at different times',
    });
  const longest = starts.reduce((most, from, i) => Math.max(most, (starts[i + 1] ?? from) - from), 0);
  if (cubes(readings) > MOST_CUBES)
    problems.push({
      path: [],
      value: longest,
      why: `the work grows with the cube of the readings of a trajectory, and there are up to ${longest}, at times that differ between trajectories`,
      accepted:
        'fewer readings a trajectory, such as means of an hour; or shorter trajectories; or times that trajectories share',
    });
  if (problems.length === 0 && values.every((x) => x === values[0]))
    problems.push({
      path: ['values'],
      value: values[0],
      why: 'all readings are the same',
      accepted: 'readings that vary',
    });
  refuse(problems);
}

/** Refuses two readings of a trajectory at one time where readings have no error: they are one, or one of them is wrong. */
export function checkNoError({ times, starts }: SparseReadings): void {
  for (let i = 0; i + 1 < starts.length; i++) {
    const own = times.slice(starts[i]!, starts[i + 1]!).sort();
    const twice = own.find((t, k) => k > 0 && t === own[k - 1]);
    if (twice !== undefined)
      refuse([
        {
          path: ['noise'],
          value: 0,
          why: `a trajectory has two readings at time ${twice}, which without error would be one`,
          accepted: 'a variance above 0, or none given, so that it is estimated; or one reading at a time',
        },
      ]);
  }
}
