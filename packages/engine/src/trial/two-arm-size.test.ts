import { describe, expect, it } from 'vitest';
import { twoArmPower, twoArmSize } from './two-arm-size.ts';

const RULES = { level: 0.05, power: 0.8, allocation: 1 };
const equal = (shift: number) => ({ shift, variance: { control: 1, treated: 1 } });

describe('two arms', () => {
  // R 4.3, power.t.test(delta, sd = 1, sig.level, power): n = 393.4057, 63.76576, 16.71477.
  it.each([
    [0.2, 394],
    [0.5, 64],
    [1, 17],
    [-0.5, 64],
  ])('of a shift by %d standard deviations need %d units each', (shift, units) => {
    const size = twoArmSize(equal(shift), RULES)!;
    expect(size).toMatchObject({ control: units, treated: units, total: 2 * units });
    expect(size.power).toBeGreaterThanOrEqual(0.8);
    const fewer = twoArmPower(equal(shift), 0.05, { control: units - 1, treated: units - 1 });
    expect(fewer).toBeLessThan(0.8);
  });

  it('of other sizes have the same power with the same variance of the difference', () => {
    const size = twoArmSize(equal(0.1), { ...RULES, allocation: 3 })!;
    expect(size.treated).toBe(3 * size.control);
    // (1 + 1/3)/2 of the controls of arms of one size, and so 4/3 of the units in all.
    const same = twoArmSize(equal(0.1), RULES)!;
    expect(size.total / same.total).toBeCloseTo(4 / 3, 2);
    const few = twoArmSize(equal(0.1), { ...RULES, allocation: 1 / 3 })!;
    expect(few.treated).toBe(size.control);
    expect(Math.abs(few.control - size.treated)).toBeLessThan(3);
  });

  it('with other variances need what the mean of these needs', () => {
    const size = twoArmSize({ shift: 0.1, variance: { control: 0.5, treated: 1.5 } }, RULES)!;
    expect(size.control / twoArmSize(equal(0.1), RULES)!.control).toBeCloseTo(1, 2);
    // One quantity that does not vary at all in one of them is still compared.
    expect(twoArmSize({ shift: 1, variance: { control: 1, treated: 0 } }, RULES)!.control).toBeGreaterThan(8);
  });

  it('need as many in any unit, also where squares of variances vanish or overflow', () => {
    const rules = { ...RULES, allocation: 1.5 };
    const inUnit = (unit: number) =>
      twoArmSize(
        { shift: 0.5 * unit, variance: { control: unit * unit, treated: 1.3 * unit * unit } },
        rules,
      )!;
    const { power, ...sizes } = inUnit(1);
    for (const unit of [1e-150, 1e-100, 1e-70, 1e-50, 1e50, 1e70, 1e100, 1e150]) {
      expect(inUnit(unit)).toMatchObject(sizes);
      expect(inUnit(unit).power).toBeCloseTo(power, 14);
    }
    // What is seen through readings that hardly vary.
    const seen = { shift: 1e199, variance: { control: 1e199, treated: 1e199 } };
    expect(twoArmSize(seen, RULES)).toEqual({ control: 2, treated: 2, total: 4, power: 1 });
  });

  it('are given no number of units that nobody will have, however few controls would do', () => {
    const difference = { shift: 500_000, variance: { control: 1, treated: 1e12 } };
    expect(twoArmSize(difference, { ...RULES, allocation: 1e12 })).toBeUndefined();
    expect(twoArmSize(difference, { ...RULES, allocation: 100_000 })).toMatchObject({ total: 200_002 });
  });

  it('have at least two units each, and no number where there is no shift', () => {
    expect(twoArmSize(equal(50), RULES)).toMatchObject({ control: 2, treated: 2 });
    expect(twoArmSize(equal(0), RULES)).toBeUndefined();
    expect(twoArmSize(equal(1e-4), RULES)).toBeUndefined();
  });
});
