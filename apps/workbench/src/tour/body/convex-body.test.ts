import { describe, expect, it } from 'vitest';
import {
  along,
  type Body,
  chordOf,
  isPositiveDefinite,
  type Point,
  reach,
  sectionOf,
  surfaceOf,
} from './convex-body.ts';
import { outline, turned, turnedBy } from './turned.ts';

/** Three correlations of three points: x, y, z with 1 + 2xyz − x² − y² − z² ≥ 0. */
const elliptope: Body = {
  holds: ([x, y, z]) =>
    isPositiveDefinite([
      [1, x, y],
      [x, 1, z],
      [y, z, 1],
    ]),
};
const determinant = ([x, y, z]: Point) => 1 + 2 * x * y * z - x * x - y * y - z * z;

describe('a body of worlds', () => {
  it('ends where the determinant is 0', () => {
    const { points, faces } = surfaceOf(elliptope, 6);
    expect(faces).toHaveLength(6 * 36);
    for (const point of points) {
      expect(Math.abs(determinant(point))).toBeLessThan(1e-8);
      expect(Math.max(...point.map(Math.abs))).toBeLessThan(1 + 1e-9);
    }
    // Its four corners, where every pair goes together or against each other.
    for (const corner of [
      [1, 1, 1],
      [1, -1, -1],
      [-1, 1, -1],
      [-1, -1, 1],
    ] as Point[])
      expect(Math.min(...points.map((own) => Math.hypot(...own.map((x, i) => x - corner[i]!))))).toBeLessThan(
        1e-8,
      );
  });

  it('is followed along lines and cut by planes', () => {
    expect(reach(elliptope, [0, 0, 0], [0, 0, 2])).toBeCloseTo(1 / 2, 10);
    const through: Point = [0.2, 0.1, 0.3];
    const direction: Point = [1, -1, 0];
    const [back, on] = chordOf(elliptope, through, direction);
    for (const step of [back, on]) expect(determinant(along(through, direction, step))).toBeCloseTo(0, 8);
    expect(back).toBeLessThan(0);
    for (const point of sectionOf(elliptope, through, [1, 1, 0], 24)) {
      expect(point[0] + point[1]).toBeCloseTo(0.3, 10);
      expect(determinant(point)).toBeCloseTo(0, 8);
    }
  });

  it('knows a correlation matrix from what is none', () => {
    expect(
      isPositiveDefinite([
        [1, 0.5],
        [0.5, 1],
      ]),
    ).toBe(true);
    expect(
      isPositiveDefinite([
        [1, 1.1],
        [1.1, 1],
      ]),
    ).toBe(false);
    expect(elliptope.holds([-0.6, -0.6, -0.6])).toBe(false);
  });
});

describe('looking at it', () => {
  it('keeps lengths, and faces that are seen from outside face the eye', () => {
    const eye = turned({ turn: 40, tip: 25 });
    expect(Math.hypot(...eye([1, 2, 3]))).toBeCloseTo(Math.hypot(1, 2, 3), 12);
    expect(turned({ turn: 0, tip: 0 })([0, -1, 0])[2]).toBeCloseTo(1, 12);
    expect(turned({ turn: 0, tip: 90 })([0, 0, 1])[2]).toBeCloseTo(1, 12);
    // Of a ball, the near half faces the eye.
    const { points, faces } = surfaceOf({ holds: (x) => Math.hypot(...x) < 1 }, 4);
    for (const face of faces) {
      const [a, b, c, d] = face.map((i) => eye(points[i]!)) as [Point, Point, Point, Point];
      const depth = (a[2] + b[2] + c[2] + d[2]) / 4;
      const facing = (c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0]);
      if (Math.abs(depth) > 0.2) expect(facing > 0).toBe(depth > 0);
    }
  });

  it('cannot be tipped over, and goes round', () => {
    expect(turnedBy({ turn: 350, tip: 80 }, 20, 20)).toEqual({ turn: 10, tip: 85 });
  });

  it('has the outline of a square with a dot in it', () => {
    const corners = outline([
      [0, 0, 5],
      [1, 0, 0],
      [1, 1, 2],
      [0, 1, 0],
      [0.5, 0.4, 9],
    ]);
    expect(corners).toHaveLength(4);
    expect(corners).not.toContainEqual([0.5, 0.4]);
  });
});
