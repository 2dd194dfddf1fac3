import { cos, sin } from './elementary.ts';
import { type Matrix, zeros } from './matrix.ts';

/** cos(lθ) for l < size, one row for each angle, and so many rows of zeros. By rotation: errors grow like l·ε. */
export function cosines(angles: ArrayLike<number>, size: number, further = 0): Matrix {
  const out = zeros(angles.length + further, size);
  for (let n = 0; n < angles.length; n++) {
    const [x, y] = [cos(angles[n]!), sin(angles[n]!)];
    let [c, s] = [1, 0];
    for (let l = 0; l < size; l++) {
      out.data[n * size + l] = c;
      const turned = c * x - s * y;
      s = s * x + c * y;
      c = turned;
    }
  }
  return out;
}

/** f, f′ and f″ of f(θ) = Σ_l a_l·cos(lθ). */
function taylor(a: Float64Array, angle: number): [number, number, number] {
  const [x, y] = [cos(angle), sin(angle)];
  let [c, s] = [1, 0];
  let [f, slope, bend] = [0, 0, 0];
  for (let l = 0; l < a.length; l++) {
    const own = a[l]!;
    f += own * c;
    slope -= l * own * s;
    bend -= l * l * own * c;
    const turned = c * x - s * y;
    s = s * x + c * y;
    c = turned;
  }
  return [f, slope, bend];
}

interface LowestValue {
  /** f is nowhere below this; within the precision of its least value. */
  lowest: number;
  /** The angles of its local minima that lie below 0. */
  minima: number[];
}

/** Angles to a degree at which f is looked at first. */
const DENSITY = 8;
const NEWTON = 6;

/**
 * A proved lower bound of f(θ) = Σ a_l·cos(lθ), l < n. From N equidistant angles |f| ≤ max/cos(πn/2N) everywhere (Ehlich and
 * Zeller), and |f‴| ≤ n³·max|f| (Bernstein); so f is known around each angle by its Taylor polynomial, and intervals that may
 * hold something lower are halved. O(n²), and some tens of halvings for each local minimum near the lowest.
 */
export function lowestCosine(a: Float64Array, precision: number): LowestValue {
  const n = a.length;
  const cells = DENSITY * n;
  const half = Math.PI / cells / 2;
  const points = Array.from({ length: cells + 1 }, (_, j) => taylor(a, 2 * half * j));
  const size = a.reduce((sum, value) => sum + Math.abs(value), 0);
  const rounding = 8 * n * Number.EPSILON * size;
  let [largest, least] = [0, Number.POSITIVE_INFINITY];
  for (const [f] of points) {
    largest = Math.max(largest, Math.abs(f));
    least = Math.min(least, f);
  }
  const third = (n * n * n * (largest + rounding)) / cos(n * half);
  let lowest = least;
  /** The interval of this half-width around an angle. */
  const look = (angle: number, [f, slope, bend]: [number, number, number], width: number): void => {
    const error = (third * width * width * width) / 6;
    const at = bend > 0 ? Math.max(-width, Math.min(width, -slope / bend)) : 0;
    const value = (d: number) => f + slope * d + (bend / 2) * d * d;
    const bound = Math.min(value(at), value(width), value(-width)) - error;
    least = Math.min(least, f);
    if (bound >= least - precision || error <= precision / 8) {
      lowest = Math.min(lowest, bound);
      return;
    }
    for (const by of [-width / 2, width / 2]) look(angle + by, taylor(a, angle + by), width / 2);
  };
  points.forEach((point, j) => {
    look(2 * half * j, point, half);
  });
  const minima: number[] = [];
  points.forEach(([f], j) => {
    const [before, after] = [points[j - 1]?.[0] ?? f, points[j + 1]?.[0] ?? f];
    if (f > before || f > after || (f === before && j > 0)) return;
    // Newton's method for the slope's zero between the two neighbours, halving where it would leave them.
    let [from, to] = [2 * half * Math.max(0, j - 1), 2 * half * Math.min(cells, j + 1)];
    let angle = 2 * half * j;
    for (let round = 0; round < NEWTON; round++) {
      const [, slope, bend] = taylor(a, angle);
      if (slope > 0) to = angle;
      else from = angle;
      const next = angle - slope / bend;
      angle = next >= from && next <= to ? next : (from + to) / 2;
    }
    if (Math.min(f, taylor(a, angle)[0]) < 0) minima.push(angle);
  });
  return { lowest: lowest - rounding, minima };
}
