import { describe, expect, it } from 'vitest';
import { ask } from '../../../test/ask.ts';
import { FITTED, fittedStudy } from '../../../test/fitted-fixtures.ts';

const planned = async (study: string, request: object) =>
  (await ask('plan', { 'study.yaml': study }, { draws: 1000, ...request })).result;

describe('plan under a fitted law', () => {
  it('is right about what more units of the same kind would resolve', async () => {
    const few = await planned(fittedStudy(), { gap: 0.05, pair: 'noon,morning' });
    expect(few).toMatchObject({ units: 200, criterion: 'pair', fitted: { readings: 1180 }, data: null });
    // With four times the units the covariance is a quarter, and the number that is needed the same.
    const quarter = FITTED.replace('units: 200', 'units: 800').replace(/-?0\.0\d+|\b4\b(?=,)/g, (x) =>
      String(Number(x) / 4),
    );
    const many = await planned(fittedStudy({ fitted: quarter }), { gap: 0.05, pair: 'noon,morning' });
    expect(many.unitsNeeded / few.unitsNeeded).toBeGreaterThan(0.9);
    expect(many.unitsNeeded / few.unitsNeeded).toBeLessThan(1.1);
    expect(many.epsilon / few.epsilon).toBeGreaterThan(0.46);
    expect(many.epsilon / few.epsilon).toBeLessThan(0.54);
    // Half the gap takes four times as many.
    const half = await planned(fittedStudy(), { gap: 0.025, pair: 'noon,morning' });
    expect(half.unitsNeeded / few.unitsNeeded).toBeCloseTo(4, 1);
  });

  it('tells mirror images that no number of units tells them apart', async () => {
    const { unitsNeeded, why } = await planned(fittedStudy(), { pair: 'spread,mirrored' });
    expect(unitsNeeded).toBeNull();
    expect(why).toContain('a tie');
  });
});
