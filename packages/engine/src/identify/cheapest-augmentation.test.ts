import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kernelMatrix } from '../model/latent-kernel.ts';
import { targetWeights } from '../model/target-weights.ts';
import { timeGrid } from '../model/time/time-grid.ts';
import { action } from '../model/value/action.ts';
import { cheapestAugmentation } from './cheapest-augmentation.ts';

describe('the four-point example', () => {
  const grid = timeGrid(4, 4);
  const weights = targetWeights('uniform', grid);
  const covariance = kernelMatrix({ ou: { tau: 1 } }, 0, grid);
  const point = (j: number, cost = 1) => action({ at: grid.times[j]!, cost }, grid);
  const catalogue = [0, 1, 2, 3].map((j) => point(j));

  it('under stationarity one more point leaves nothing invisible', () => {
    const { cheapest } = cheapestAugmentation([[point(0)]], { weights }, [point(1), point(2)], catalogue, {
      covariance,
      covarianceClass: 'stationary',
    });
    expect(cheapest).toEqual({ actions: [1], cost: 1, by: 'nothing-invisible' });
  });

  it('without it both points of the alternative are needed', () => {
    const result = cheapestAugmentation([[point(0)]], { weights }, [point(1), point(2)], catalogue, {
      covariance,
      covarianceClass: 'any',
    });
    expect(result.surest).toEqual({ actions: [1, 2], cost: 2, by: 'row-space' });
    expect(result.exact).toBe(true);
  });

  it('the target itself is a measurement: all but one of the points it averages are enough', () => {
    const result = cheapestAugmentation(
      [[point(0)]],
      { weights },
      [point(1), point(2), point(3)],
      catalogue,
      {
        covariance,
        covarianceClass: 'any',
      },
    );
    expect(result.surest!.actions).toHaveLength(2);
    // For a target that is not linear, hᵀZ is not observed and all three are needed.
    const nonlinear = cheapestAugmentation(
      [[point(0)]],
      { weights },
      [point(1), point(2), point(3)],
      catalogue,
      undefined,
    );
    expect(nonlinear.surest!.actions).toEqual([1, 2, 3]);
  });

  it('finds nothing where the catalogue cannot help', () => {
    const result = cheapestAugmentation([[point(0)]], { weights }, [point(1), point(2)], [point(0)], {
      covariance,
      covarianceClass: 'any',
    });
    expect(result).toMatchObject({ cheapest: undefined, surest: undefined, exact: true });
  });
});

it('is the cheapest of all subsets, by brute force', () => {
  const grid = timeGrid(6, 6);
  const weights = targetWeights('uniform', grid);
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          at: fc.integer({ min: 0, max: 5 }),
          width: fc.constantFrom(0, 2),
          cost: fc.integer({ min: 1, max: 9 }),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 2 }),
      (offers, wanted) => {
        const catalogue = offers.map(({ at, width, cost }) =>
          action({ at: grid.times[at]!, width, cost }, grid),
        );
        const alternative = wanted.map((j) => action({ at: grid.times[j]!, noise: 0.1 }, grid));
        const realised = [action({ at: 0.5 }, grid)];
        const { surest } = cheapestAugmentation([realised], { weights }, alternative, catalogue, undefined);
        let least = Number.POSITIVE_INFINITY;
        for (let set = 1; set < 2 ** catalogue.length; set++) {
          const chosen = catalogue.filter((_, a) => set & (1 << a));
          if (rankOf([...realised, ...chosen, ...alternative]) === rankOf([...realised, ...chosen]))
            least = Math.min(
              least,
              chosen.reduce((sum, a) => sum + a.cost, 0),
            );
        }
        // Where the realised protocol already covers the alternative there is nothing to add, and any action will do.
        if (rankOf([...realised, ...alternative]) === rankOf(realised)) return;
        expect(surest?.cost ?? Number.POSITIVE_INFINITY).toBe(least);
      },
    ),
  );

  /** By elimination, on small whole numbers. */
  function rankOf(actions: { first: number; last: number }[]): number {
    const rows: number[][] = actions.map(({ first, last }) =>
      Array.from({ length: 6 }, (_, j) => (j >= first && j <= last ? 1 : 0)),
    );
    let rank = 0;
    for (let column = 0; column < 6; column++) {
      const pivot = rows.findIndex((row, i) => i >= rank && Math.abs(row[column]!) > 1e-9);
      if (pivot < 0) continue;
      [rows[rank], rows[pivot]] = [rows[pivot]!, rows[rank]!];
      for (let i = rank + 1; i < rows.length; i++) {
        const share = rows[i]![column]! / rows[rank]![column]!;
        rows[i] = rows[i]!.map((value, j) => value - share * rows[rank]![j]!);
      }
      rank++;
    }
    return rank;
  }
});
