import { nearestPoint, type TimeGrid } from '../model/time/time-grid.ts';
import type { ActionSpec } from '../model/value/action.ts';

/** Protocols of one kind, by the times of their point actions; the next class holds these and more. */
interface TimesClass {
  name: string;
  /** All protocols of this class, those of the coarser ones first. */
  protocols: number[][];
}

/** The parts of the horizon in which the second class looks. */
const PHASES: readonly (readonly [number, number])[] = [
  [0, 0.4],
  [0.3, 0.7],
  [0.6, 1],
  [0, 1],
];
/** The contiguous block's spacing as a share of the horizon. */
const BLOCK_SPACING = 1 / 12;

/**
 * The paper's nested classes of protocols with `size` point actions: contiguous or dispersed; dispersed within a phase;
 * all subsets of a coarse grid of bins' midpoints; all subsets of a fine one. Protocols that read the same grid points are
 * one protocol.
 */
export function nestedClasses(
  grid: TimeGrid,
  size: number,
  bins: { coarse: number; fine: number } = { coarse: 8, fine: 12 },
): TimesClass[] {
  const { horizon } = grid;
  const midpoints = (from: number, to: number, count: number) =>
    Array.from({ length: count }, (_, i) => from + ((i + 0.5) * (to - from)) / count);
  const contiguous = Array.from(
    { length: size },
    (_, i) => horizon / 2 + (i - (size - 1) / 2) * BLOCK_SPACING * horizon,
  );
  const added: [string, number[][]][] = [
    ['layout', [contiguous, midpoints(0, horizon, size)]],
    ['phase', PHASES.map(([from, to]) => midpoints(from * horizon, to * horizon, size))],
    [`${bins.coarse} bins`, subsets(midpoints(0, horizon, bins.coarse), size)],
    [`${bins.fine} bins`, subsets(midpoints(0, horizon, bins.fine), size)],
  ];
  const seen = new Set<string>();
  const protocols: number[][] = [];
  return added.map(([name, more]) => {
    for (const times of more) {
      const key = times.map((at) => nearestPoint(grid, at)).join(' ');
      if (seen.has(key)) continue;
      seen.add(key);
      protocols.push(times);
    }
    return { name, protocols: protocols.slice() };
  });
}

/** All subsets of so many elements, in lexicographic order. */
export function subsets<Element>(elements: readonly Element[], size: number): Element[][] {
  if (size === 0) return [[]];
  return elements.flatMap((first, i) =>
    subsets(elements.slice(i + 1), size - 1).map((rest) => [first, ...rest]),
  );
}

/** A protocol's times as point actions, all with the same noise and cost. */
export function pointActions(times: readonly number[], noise: number, cost = 1): ActionSpec[] {
  return times.map((at) => ({ at, noise, cost }));
}
