import { describe, expect, it } from 'vitest';
import { PUBLISHED } from '../compare/published.ts';
import { type FoundSetting, figure2bRows } from './calibration-rows.ts';
import { figure2bSettings } from './figure-2b.ts';

describe('the largest regret over 2ε', () => {
  /** As many replications as the paper's, of one small ratio but for some large ones. */
  function rowOf(...largest: number[]) {
    let next = 0;
    const found = figure2bSettings.map(
      (setting): FoundSetting => ({
        setting,
        replications: setting.units.flatMap((units) =>
          Array.from({ length: setting.replications }, () => ({
            units,
            error: new Float64Array(3).fill(0.5 / Math.sqrt(units)),
            regret: new Float64Array(3).map(() => (largest[next++] ?? 0.02) / Math.sqrt(units)),
          })),
        ),
      }),
    );
    return figure2bRows(found).find(({ what }) => what === 'regret over 2ε, largest')!;
  }
  const near = (middle: number) => [0.04, 0.03, 0.02, 0.01, 0, -0.01, -0.02].map((step) => middle + step);

  it('agrees where the published one lies above our seventh largest', () => {
    const row = rowOf(...near(PUBLISHED.numRegretRatioMax));
    expect(row.computed).toBeCloseTo(PUBLISHED.numRegretRatioMax + 0.04, 12);
    expect(row.tolerance).toBeCloseTo(0.06, 12);
    expect(row.verdict).toBe('agrees');
  });

  it.each([0.2, 0.6, 0.95])('differs where it is about %d, though that is below the theorem', (middle) => {
    expect(rowOf(...near(middle)).verdict).toBe('differs');
  });
});
