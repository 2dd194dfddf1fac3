import { describe, expect, it } from 'vitest';
import { fitPowerLaw, unitsNeeded } from './units-needed.ts';

it('fits a power law to points that follow one', () => {
  const { slope, scale } = fitPowerLaw([10, 20, 80].map((units) => ({ units, size: 3 * units ** -0.7 })));
  expect(slope).toBeCloseTo(-0.7, 12);
  expect(scale).toBeCloseTo(3, 12);
  expect(() => fitPowerLaw([{ units: 1, size: 1 }])).toThrow('two points');
});

describe('units needed', () => {
  const now = { units: 100, size: 0.2 };
  it('half the size takes four times the units', () => {
    expect(unitsNeeded({ wanted: 0.1, now, fitted: undefined })).toMatchObject({
      units: 400,
      range: { low: 400, high: 400 },
      realistic: true,
    });
  });
  it('a slower fall makes the range longer', () => {
    const { units, range } = unitsNeeded({ wanted: 0.1, now, fitted: { slope: -0.4, scale: 1 } });
    expect(units).toBe(400);
    expect(range).toEqual({ low: 400, high: Math.ceil(100 * 2 ** 2.5) });
  });
  it('a slope that no estimate has is not believed', () => {
    const { range } = unitsNeeded({ wanted: 0.1, now, fitted: { slope: 0.3, scale: 1 } });
    expect(range.high).toBe(1600);
  });
  it('a gap that may be 0 has no upper end, one that is 0 no answer', () => {
    const open = unitsNeeded({ wanted: 0.1, wantedRange: { low: 0, high: 0.2 }, now, fitted: undefined });
    expect(open.range).toEqual({ low: 100, high: null });
    expect(open.why).toContain('may be 0');
    const tie = unitsNeeded({ wanted: 0, now, fitted: undefined });
    expect(tie).toMatchObject({ units: null, realistic: false });
    expect(tie.why).toContain('tie');
    expect(tie.range).toEqual({ low: null, high: null });
    const measured = unitsNeeded({ wanted: 0, wantedRange: { low: 0, high: 0 }, now, fitted: undefined });
    expect(measured).toMatchObject({ units: null, range: { low: null, high: null } });
  });
  it('the present size is uncertain too: half or one and a half times its square', () => {
    const { range } = unitsNeeded({ wanted: 0.1, now, shareOff: 0.5, fitted: undefined });
    expect(Math.abs(range.low! - 200)).toBeLessThanOrEqual(1);
    expect(Math.abs(range.high! - 600)).toBeLessThanOrEqual(1);
    const steep = unitsNeeded({ wanted: 0.05, now, fitted: { slope: -3, scale: 1 } });
    expect(steep.range).toEqual({ low: 400, high: 1600 });
  });
  it('says when no realistic number will do', () => {
    const { units, realistic, why } = unitsNeeded({ wanted: 0.0002, now, fitted: undefined });
    expect(units).toBe(100_000_000);
    expect(realistic).toBe(false);
    expect(why).toContain('no realistic number');
  });
  it('what is resolved already needs no more than there are', () => {
    expect(unitsNeeded({ wanted: 0.4, now, fitted: undefined }).units).toBe(25);
    expect(unitsNeeded({ wanted: 0.1, now: { units: 100, size: 0 }, fitted: undefined }).units).toBe(100);
  });
});
