import { describe, expect, it } from 'vitest';
import { kernelMatrix } from '../model/latent-kernel.ts';
import { target } from '../model/target.ts';
import { targetWeights } from '../model/target-weights.ts';
import { timeGrid } from '../model/time/time-grid.ts';
import { action } from '../model/value/action.ts';
import { MOST_TABULATED } from '../model/value/catalogue-input.ts';
import { asFamily } from '../model/value/protocol-family.ts';
import { evaluatorOfTargets, protocolValues } from '../model/value/value.ts';
import { integerBelow, randomStream } from '../numerics/random/random-stream.ts';
import { design } from './design.ts';
import { countFeasibleSets, wholeFamily } from './selection/feasible-sets.ts';
import { feasibleFamily, type Rules } from './selection/rules.ts';

const grid = timeGrid(10, 32);
const model = {
  covariance: kernelMatrix({ ou: { tau: 2 } }, 0, grid),
  weights: targetWeights('uniform', grid),
};
const catalogueOf = (count: number) =>
  Array.from({ length: count }, (_, k) =>
    action(
      { at: (10 * k) / (count - 1), noise: 0.2 + (k % 17) / 10, cost: 1 + (k % 3) / 4, width: k % 2 ? 0 : 1 },
      grid,
    ),
  );
const aims = [target('mean'), target({ above: 0.5 })];

describe('a catalogue of which not all pairs are kept', () => {
  const catalogue = catalogueOf(MOST_TABULATED + 500);
  const stream = randomStream(4, 'large catalogue');

  it('gives the values that its protocols have by themselves', () => {
    let drawn = 0;
    const sets = Array.from({ length: 1500 }, () =>
      [...new Set(Array.from({ length: 5 }, () => integerBelow(stream, catalogue.length, drawn++)))].toSorted(
        (a, b) => a - b,
      ),
    );
    // More actions than are kept at a time, so that the family is divided.
    expect(new Set(sets.flat()).size).toBeGreaterThan(MOST_TABULATED);
    const values = evaluatorOfTargets(model, aims, catalogue).values(
      asFamily([...sets, [...catalogue.keys()].slice(0, 40)]),
    );
    aims.forEach((aim, t) => {
      const { protocols } = protocolValues(
        model,
        aim,
        sets.map((set) => set.map((a) => catalogue[a]!)),
      );
      protocols.forEach(({ value, rank }, i) => {
        expect(values[t]!.value[i]).toBeCloseTo(value, 12);
        expect(values[t]!.rank[i]).toBe(rank);
      });
    });
  });

  it('is looked through where the choices are few, and no pair of actions is kept', async () => {
    const family = feasibleFamily(catalogue, { exactly: 1 });
    const scenario = { model, target: aims[1]! };
    const { best } = await design({ scenarios: [scenario], objective: { kind: 'mean' }, family });
    expect(best).toMatchObject({ method: 'exhaustive', certified: true });
    const { protocols } = protocolValues(
      model,
      aims[1]!,
      catalogue.map((one) => [one]),
    );
    expect(best.objective).toBeCloseTo(Math.max(...protocols.map(({ value }) => value)), 12);
  });

  it('takes memory like the number of actions, not its square', () => {
    const large = catalogueOf(10_000);
    const before = process.memoryUsage().rss;
    const evaluate = evaluatorOfTargets(model, aims, large);
    evaluate.values(asFamily([[1, 5000, 9999]]));
    evaluate.bounds(asFamily([[1, 5000, 9999]]));
    // All pairs would be 800 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(300e6);
  });
});

describe('rules of a large catalogue', () => {
  it('a budget that is used up ends the walk, however many actions are left', () => {
    const family = feasibleFamily(catalogueOf(3000), { budget: 2.6 });
    const start = performance.now();
    expect(countFeasibleSets(family, wholeFamily(family), 300_000)).toBeGreaterThan(300_000);
    expect(performance.now() - start).toBeLessThan(60_000);
  });

  it('whether so many fit with a spacing is what trying all of them says', () => {
    const stream = randomStream(9, 'spacing');
    let drawn = 0;
    const below = (bound: number) => integerBelow(stream, bound, drawn++);
    let met = [0, 0];
    for (let round = 0; round < 300; round++) {
      const catalogue = Array.from({ length: 7 }, () => action({ at: below(40) / 4, noise: 0.5 }, grid));
      const rules: Rules = { exactly: 1 + below(4), spacing: 0.5 + below(12) / 4 };
      const fits = (set: readonly number[]) =>
        set.every((a, i) =>
          set
            .slice(i + 1)
            .every((b) => Math.abs(catalogue[a]!.at - catalogue[b]!.at) >= rules.spacing! - 1e-9),
        );
      const all = Array.from({ length: 2 ** 7 }, (_, bits) =>
        catalogue.flatMap((_, a) => ((bits >> a) & 1 ? [a] : [])),
      ).filter((set) => set.length === rules.exactly && fits(set));
      if (all.length === 0) {
        expect(() => feasibleFamily(catalogue, rules)).toThrow();
        met = [met[0]! + 1, met[1]!];
        continue;
      }
      const family = feasibleFamily(catalogue, rules);
      for (let bits = 0; bits < 2 ** 7; bits++) {
        const set = catalogue.flatMap((_, a) => ((bits >> a) & 1 ? [a] : []));
        if (!fits(set) || set.length > rules.exactly!) continue;
        const expected = all.some((whole) => set.every((a) => whole.includes(a)));
        expect(family.completable(set)).toBe(expected);
        met = [met[0]!, met[1]! + (expected ? 0 : 1)];
      }
    }
    expect(Math.min(...met)).toBeGreaterThan(5);
  });
});
