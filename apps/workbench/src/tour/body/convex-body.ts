import { cos, sin } from '@sightline/engine/internal';

// Worlds with three unknown correlations are points in space, and those that exist make up a convex body around the origin, where
// nothing goes together with anything. It is drawn from its surface, cut by planes and followed along lines.

export type Point = readonly [number, number, number];

export interface Body {
  /** Whether there is such a world. */
  holds(x: Point): boolean;
}

/** Nothing beyond: correlations lie between −1 and 1. */
const FAR = 4;
const HALVINGS = 38;

export const along = (from: Point, direction: Point, step: number): Point => [
  from[0] + step * direction[0],
  from[1] + step * direction[1],
  from[2] + step * direction[2],
];

const length = ([x, y, z]: Point) => Math.sqrt(x * x + y * y + z * z);
const unit = (x: Point): Point => along([0, 0, 0], x, 1 / length(x));

export const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** How many times one can go by `direction` from a world inside before there is none any more. */
export function reach(body: Body, from: Point, direction: Point): number {
  let [inside, outside] = [0, FAR / length(direction)];
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (inside + outside) / 2;
    if (body.holds(along(from, direction, middle))) inside = middle;
    else outside = middle;
  }
  return inside;
}

/** Points of the surface, and its faces as four of them each, seen from outside counterclockwise. */
export interface Surface {
  points: Point[];
  faces: (readonly [number, number, number, number])[];
}

/** A grid of `cells` × `cells` on each side of a cube, drawn onto the surface: corners of the cube, where worlds are extreme, are met. */
export function surfaceOf(body: Body, cells: number): Surface {
  const points: Point[] = [];
  const faces: Surface['faces'] = [];
  for (const axis of [0, 1, 2])
    for (const side of [-1, 1]) {
      const first = points.length;
      for (let i = 0; i <= cells; i++)
        for (let j = 0; j <= cells; j++) {
          const at = [0, 0, 0];
          at[axis] = side;
          at[(axis + 1) % 3] = (2 * i) / cells - 1;
          at[(axis + 2) % 3] = (2 * j) / cells - 1;
          const direction = unit(at as unknown as Point);
          points.push(along([0, 0, 0], direction, reach(body, [0, 0, 0], direction)));
        }
      for (let i = 0; i < cells; i++)
        for (let j = 0; j < cells; j++) {
          const [a, b] = [first + i * (cells + 1) + j, first + (i + 1) * (cells + 1) + j];
          faces.push(side > 0 ? [a, b, b + 1, a + 1] : [a, a + 1, b + 1, b]);
        }
    }
  return { points, faces };
}

/** Where the plane through a world inside, at right angles to `normal`, leaves the body. */
export function sectionOf(body: Body, through: Point, normal: Point, corners: number): Point[] {
  const away: Point = Math.abs(normal[0]) > Math.abs(normal[1]) ? [0, 1, 0] : [1, 0, 0];
  const one = unit(cross(normal, away));
  const other = unit(cross(normal, one));
  return Array.from({ length: corners }, (_, k) => {
    const angle = (2 * Math.PI * k) / corners;
    const [c, s] = [cos(angle), sin(angle)];
    const direction: Point = [
      c * one[0] + s * other[0],
      c * one[1] + s * other[1],
      c * one[2] + s * other[2],
    ];
    return along(through, direction, reach(body, through, direction));
  });
}

/** Where a line through a world inside leaves the body: steps backward and forward. */
export const chordOf = (body: Body, through: Point, direction: Point): readonly [number, number] => [
  -reach(body, through, [-direction[0], -direction[1], -direction[2]]),
  reach(body, through, direction),
];

const factor: number[] = [];

/** By Cholesky's pivots. A picture asks a hundred thousand times, so that one factor serves all. */
export function isPositiveDefinite(rows: readonly (readonly number[])[]): boolean {
  const n = rows.length;
  for (let i = 0; i < n; i++) {
    let pivot = rows[i]![i]!;
    for (let j = 0; j < i; j++) {
      let rest = rows[i]![j]!;
      for (let k = 0; k < j; k++) rest -= factor[i * n + k]! * factor[j * n + k]!;
      rest /= factor[j * n + j]!;
      factor[i * n + j] = rest;
      pivot -= rest * rest;
    }
    if (!(pivot > 0)) return false;
    factor[i * n + i] = Math.sqrt(pivot);
  }
  return true;
}
