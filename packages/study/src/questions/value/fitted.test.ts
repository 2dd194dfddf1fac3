import { describe, expect, it } from 'vitest';
import { ask } from '../../../test/ask.ts';
import { FITTED, fittedStudy } from '../../../test/fitted-fixtures.ts';

const valued = async (study: string, request: Record<string, unknown> = {}) =>
  (await ask('value', { 'study.yaml': study }, request)).result;

describe('value under a fitted law', () => {
  it('has the values of the estimate, with intervals around them', async () => {
    const [plain, fitted] = [
      await valued(fittedStudy({ fitted: '' })),
      await valued(fittedStudy(), { draws: 400 }),
    ];
    expect(plain.fitted).toBeUndefined();
    expect(fitted.fitted).toMatchObject({
      units: 200,
      readings: 1180,
      level: 0.95,
      draws: 400,
      undetermined: [],
    });
    for (const [name, own] of Object.entries<Record<string, number>>(plain.protocols)) {
      const { low, high, standardError, rmseInterval, ...rest } = fitted.protocols[name];
      expect(rest).toEqual(own);
      expect(low).toBeLessThan(own.value!);
      expect(high).toBeGreaterThan(own.value!);
      // Nearly normal: two standard errors to either side.
      expect((high - low) / standardError).toBeGreaterThan(3.4);
      expect((high - low) / standardError).toBeLessThan(4.5);
      expect(rmseInterval.low).toBeLessThan(own.rmse!);
      expect(rmseInterval.high).toBeGreaterThan(own.rmse!);
    }
  });

  it('has standard errors of the parameters themselves', async () => {
    const { fitted } = await valued(fittedStudy(), { draws: 200 });
    const of = Object.fromEntries(
      fitted.parameters.map((one: { name: string; standardError: number }) => [one.name, one.standardError]),
    );
    expect(of.tau).toBeCloseTo(3 * Math.sqrt(0.02), 9);
    expect(of.trait).toBeCloseTo(0.2 * 0.8 * Math.sqrt(0.06), 9);
    expect(of.mean).toBeCloseTo(2, 9);
    expect(of.sd).toBeCloseTo(50 * Math.sqrt(0.001), 9);
  });

  it('takes a level, which other laws have no use for', async () => {
    const [wide, narrow] = [
      await valued(fittedStudy(), { draws: 400 }),
      await valued(fittedStudy(), { draws: 400, level: 0.8 }),
    ];
    expect(narrow.protocols.spread.low).toBeGreaterThan(wide.protocols.spread.low);
    expect(narrow.protocols.spread.high).toBeLessThan(wide.protocols.spread.high);
    expect(narrow.warnings).toEqual([]);
    const plain = await valued(fittedStudy({ fitted: '' }), { level: 0.8 });
    expect(plain.warnings).toMatchObject([{ kind: 'option-unused', path: '--level' }]);
  });

  it('says where few units stand behind the law', async () => {
    const few = await valued(fittedStudy({ fitted: FITTED.replace('units: 200', 'units: 5') }), {
      draws: 200,
    });
    expect(few.warnings).toMatchObject([{ kind: 'few-units' }]);
    const many = await valued(fittedStudy(), { draws: 200 });
    // Student's distribution with 4 degrees of freedom reaches further.
    const width = ({ protocols }: typeof few) => protocols.noon.high - protocols.noon.low;
    expect(width(few)).toBeGreaterThan(width(many));
  });
});
