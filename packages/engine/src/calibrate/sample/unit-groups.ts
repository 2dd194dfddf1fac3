import { type Matrix, zeros } from '../../numerics/matrix.ts';
import type { DenseUnits } from './dense-units.ts';
import { addEntries, interpolatedNoise } from './interpolated-noise.ts';
import {
  addMoments,
  addRows,
  emptyMoments,
  finishedMoments,
  type Moments,
  type MomentsInProgress,
} from './moments.ts';

/**
 * Units too many to hold, as the moments of groups of them: each unit, with all of its trajectories, belongs to the group that
 * its label decides, so that the order of a file and its division into chunks matter no more than rounding does. Groups are then resampled in place
 * of units.
 */
export interface UnitGroups {
  readonly points: number;
  /** On the p grid points, and the target as one more where it was measured. */
  readonly moments: readonly Moments[];
  /** How many units each group has, where some have several trajectories; the moments count these. */
  readonly units?: Int32Array;
  /** Of each group: the sums of squares within units, Σ (replicates − 1), Σ 1/replicates. */
  readonly within?: Matrix;
  readonly degrees?: Float64Array;
  readonly inverses?: Float64Array;
  /** Σ 1/readings of each group at each time, where some values are means of several readings. */
  readonly shares?: Matrix;
  /** Where some values were interpolated: Σ over each group of what that made of their noise (ARAᵀ − R). */
  readonly related?: readonly Matrix[];
}

/** Groups that fill as units come in. */
export interface GroupsInProgress {
  readonly points: number;
  readonly withTargets: boolean;
  readonly moments: MomentsInProgress[];
  /** Trajectories of each group that are not among its moments yet, and how many they are. */
  readonly waiting: { rows: Float64Array | undefined; count: number }[];
  /** Room for the products of those. */
  product: Float64Array | undefined;
  /** Of each group, where units have several trajectories: how many they are is not known otherwise. */
  labels: Set<string>[] | undefined;
  within: Matrix;
  degrees: Float64Array;
  inverses: Float64Array;
  replicated: boolean;
  /** Σ 1/readings at each time over values that are means, and how many trajectories come of single readings. */
  shares: Matrix;
  singles: Float64Array;
  averaged: boolean;
  /** The noise of a reading, for interpolated values; and what has come together, once there are some. */
  readonly noise: number | Float64Array;
  related: Matrix[] | undefined;
}

/** So many trajectories of a group are summed together: of fewer, adding their sums would take as long as making them. */
const TOGETHER = 64;

export function emptyGroups(
  groups: number,
  points: number,
  withTargets = false,
  noise: number | Float64Array = 0,
  /** Whether the same label may come again, with another trajectory of the unit. */
  several = false,
): GroupsInProgress {
  return {
    points,
    withTargets,
    moments: emptyMoments(groups, points + (withTargets ? 1 : 0)),
    waiting: Array.from({ length: groups }, () => ({ rows: undefined, count: 0 })),
    product: undefined,
    labels: several ? Array.from({ length: groups }, () => new Set<string>()) : undefined,
    within: zeros(groups, points),
    degrees: new Float64Array(groups),
    inverses: new Float64Array(groups),
    replicated: false,
    shares: zeros(groups, points),
    singles: new Float64Array(groups),
    averaged: false,
    noise,
    related: undefined,
  };
}

/** Adds a chunk of trajectories, each to the group of its unit's label. O(chunk·p²). */
export function addToGroups(groups: GroupsInProgress, labels: readonly string[], chunk: DenseUnits): void {
  const { values, within, counts, readings, filled, targets } = chunk;
  const { cols: p } = values;
  const width = p + (groups.withTargets ? 1 : 0);
  labels.forEach((label, unit) => {
    const g = hashOf(label) % groups.moments.length;
    if (groups.labels) groups.labels[g]!.add(label);
    const waiting = groups.waiting[g]!;
    const rows = (waiting.rows ??= new Float64Array(TOGETHER * width));
    const [from, to] = [unit * p, waiting.count * width];
    // A loop: a view of each row takes longer than copying it.
    for (let j = 0; j < p; j++) rows[to + j] = values.data[from + j]!;
    if (groups.withTargets) rows[to + p] = targets![unit]!;
    if (++waiting.count === TOGETHER) addWaiting(groups, g);
    const replicates = counts?.[unit] ?? 1;
    groups.degrees[g]! += replicates - 1;
    groups.inverses[g]! += 1 / replicates;
    if (readings) for (let j = 0; j < p; j++) groups.shares.data[g * p + j]! += 1 / readings.data[from + j]!;
    else groups.singles[g]!++;
    if (within) for (let j = 0; j < p; j++) groups.within.data[g * p + j]! += within.data[from + j]!;
    if (filled)
      relateNoise(groups, g, filled.data.subarray(from, from + p), readings?.data.subarray(from, from + p));
  });
  if (within) groups.replicated = true;
  if (readings) groups.averaged = true;
}

function addWaiting(groups: GroupsInProgress, g: number): void {
  const [moments, waiting] = [groups.moments[g]!, groups.waiting[g]!];
  const width = moments.mean.length;
  const data = waiting.rows!.subarray(0, waiting.count * width);
  groups.product ??= new Float64Array(width * width);
  addRows(moments, { rows: waiting.count, cols: width, data }, groups.product);
  waiting.count = 0;
}

function addAllWaiting(groups: GroupsInProgress): void {
  groups.waiting.forEach((waiting, g) => {
    if (waiting.count > 0) addWaiting(groups, g);
    waiting.rows = undefined;
  });
}

/** The moments so far of groups whose trajectories are one reading at each time: a part of the units, as plain data. */
export function groupMoments(groups: GroupsInProgress): readonly MomentsInProgress[] {
  addAllWaiting(groups);
  return groups.moments;
}

/** Adds such a part, whose units are in no other; in the order of the parts, so that it makes no difference who made them. */
export function addGroupMoments(groups: GroupsInProgress, part: readonly MomentsInProgress[]): void {
  addAllWaiting(groups);
  groups.moments.forEach((moments, g) => {
    addMoments(moments, part[g]!);
  });
}

/** The groups as they are now; those without units are left out. */
export function finishedGroups(groups: GroupsInProgress): UnitGroups {
  addAllWaiting(groups);
  const filled = groups.moments.flatMap(({ units }, g) => (units > 0 ? [g] : []));
  const moments = filled.map((g) => finishedMoments(groups.moments[g]!));
  const { points, labels, replicated, averaged, related } = groups;
  const rowsOf = ({ data }: Matrix, more?: Float64Array): Matrix => {
    const rows = zeros(filled.length, points);
    filled.forEach((g, i) => {
      for (let j = 0; j < points; j++) rows.data[i * points + j] = data[g * points + j]! + (more?.[g] ?? 0);
    });
    return rows;
  };
  return {
    points,
    moments,
    ...(labels && { units: Int32Array.from(filled, (g) => labels[g]!.size) }),
    ...(replicated && {
      within: rowsOf(groups.within),
      degrees: Float64Array.from(filled, (g) => groups.degrees[g]!),
      inverses: Float64Array.from(filled, (g) => groups.inverses[g]!),
    }),
    ...(averaged && { shares: rowsOf(groups.shares, groups.singles) }),
    ...(related && { related: filled.map((g) => related[g]!) }),
  };
}

/** Adds what interpolation made of the noise of a unit to its group. */
function relateNoise(
  groups: GroupsInProgress,
  g: number,
  filled: Float64Array,
  readings: Float64Array | undefined,
): void {
  const { noise, points } = groups;
  groups.related ??= groups.moments.map(() => zeros(points, points));
  const left = (j: number) => (typeof noise === 'number' ? noise : noise[j]!) / (readings?.[j] ?? 1);
  addEntries(groups.related[g]!, interpolatedNoise(filled, left), 1);
}

/** FNV-1a over the label's code units, then mixed so that the low bits are as good as the others. */
function hashOf(label: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < label.length; i++) h = Math.imul(h ^ label.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
