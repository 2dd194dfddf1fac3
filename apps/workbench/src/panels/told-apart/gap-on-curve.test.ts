import { describe, expect, it } from 'vitest';
import { curveDownTo, nearestGap, steppedGap } from './gap-on-curve.ts';

describe('a difference on the curve of units', () => {
  it('goes on by the root of the units until it is small enough', () => {
    const curve = curveDownTo(0.01, [{ units: 80, epsilon: 0.1, measured: true }]);
    expect(curve.map(({ units }) => units)).toEqual([
      80, 160, 320, 640, 1280, 2560, 5120, 10240, 20480, 40960,
    ]);
    for (const { units, epsilon } of curve) expect(epsilon).toBeCloseTo(0.1 * Math.sqrt(80 / units), 12);
    expect(2 * curve.at(-1)!.epsilon).toBeLessThanOrEqual(0.01);
    expect(curveDownTo(1e-9, [{ units: 80, epsilon: 0.1, measured: true }]).at(-1)!.units).toBeLessThan(1e6);
  });

  it('is the one whose place is nearest', () => {
    const place = (gap: number) => [1000 * gap, 500 - 1000 * gap] as const;
    expect(nearestGap([200, 300], [0.01, 0.5], place)).toBe(0.2);
    // Beside the curve: the foot of the perpendicular.
    expect(nearestGap([210, 310], [0.01, 0.5], place)).toBe(0.2);
    expect(nearestGap([-50, 900], [0.013, 0.5], place)).toBe(0.013);
    expect(nearestGap([900, 0], [0.01, 0.456], place)).toBe(0.456);
  });

  it('steps by its second digit, over powers of ten too', () => {
    expect(steppedGap(0.05398, 1)).toBe(0.055);
    expect(steppedGap(0.099, 1)).toBe(0.1);
    expect(steppedGap(0.1, 1)).toBe(0.11);
    expect(steppedGap(0.1, -1)).toBe(0.099);
    expect(steppedGap(0.11, -1)).toBe(0.1);
    expect(steppedGap(0.2, -10)).toBe(0.1);
    let gap = 0.5;
    for (let k = 0; k < 130; k++) gap = steppedGap(gap, -1);
    for (let k = 0; k < 130; k++) gap = steppedGap(gap, 1);
    expect(gap).toBe(0.5);
  });
});
