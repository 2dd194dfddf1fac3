import { describe, expect, it } from 'vitest';
import { comparatorInput } from '../../test/problems.ts';
import { simulatedUnits, unitLaw } from '../calibrate/sample/simulated-units.ts';
import { kernelMatrix } from '../model/latent-kernel.ts';
import { target } from '../model/target.ts';
import { targetWeights } from '../model/target-weights.ts';
import { timeGrid } from '../model/time/time-grid.ts';
import { action } from '../model/value/action.ts';
import { protocolValues } from '../model/value/value.ts';
import { randomStream } from '../numerics/random/random-stream.ts';
import { COMPARATORS } from './comparators/index.ts';
import { quadratureChoice } from './comparators/kernel-quadrature.ts';
import { mutualInformationGain } from './comparators/mutual-information.ts';
import { posteriorVarianceGain } from './comparators/posterior-variance.ts';
import { type ComparatorName, design } from './design.ts';
import { binomial, countFeasibleSets, feasibleSets, wholeFamily } from './selection/feasible-sets.ts';
import { type DesignProblem, searcher } from './selection/forward-selection.ts';
import { byOwnGain } from './selection/own-gain.ts';
import { initialResidual } from './selection/residual.ts';
import { feasibleFamily } from './selection/rules.ts';
import { sensitivity } from './sensitivity.ts';
import { diminishingReturns } from './submodularity.ts';
import { bestUnderEach, drawnLaws, regretObjective, scenariosOf } from './uncertain-law.ts';

const grid = timeGrid(10, 64);
const covariance = kernelMatrix({ ou: { tau: 1 } }, 0, grid);
const weights = targetWeights('uniform', grid);
const model = { covariance, weights };
const points = (count: number, noise = 0.4, cost = 1) =>
  Array.from({ length: count }, (_, k) => action({ at: 0.5 + (9 * k) / (count - 1), noise, cost }, grid));
const plain = (
  catalogue: ReturnType<typeof points>,
  rules: Parameters<typeof feasibleFamily>[1],
  spec = 'mean' as const,
): DesignProblem => ({
  scenarios: [{ model, target: target(spec) }],
  objective: { kind: 'mean' },
  family: feasibleFamily(catalogue, rules),
});

describe('comparators by their definitions', () => {
  const scenario = { model, target: target({ above: 0 }) };
  const catalogue = points(9);
  const residual = initialResidual(scenario, catalogue);

  it('mutual information: ½ log(1 + 1/r) for a first point, whose variance is 1', () => {
    catalogue.forEach((_, a) => {
      expect(mutualInformationGain(residual, a)).toBeCloseTo(Math.log(1.4 / 0.4) / 2, 12);
    });
  });

  it('posterior variance: Σ ω K_jt²/(1 + r)', () => {
    const t = catalogue[4]!.first;
    let sum = 0;
    for (let j = 0; j < 64; j++) sum += weights[j]! * covariance.data[t * 64 + j]! ** 2;
    expect(posteriorVarianceGain(residual, 4)).toBeCloseTo(sum / 1.4, 12);
  });

  it('mutual information takes both ends first: it wants what is far apart', () => {
    const { chosen } = byOwnGain(scenario, feasibleFamily(catalogue, { exactly: 2 }), mutualInformationGain);
    expect(chosen).toEqual([0, 8]);
  });

  it('kernel quadrature does not see the noise', () => {
    const choice = (noise: number) =>
      quadratureChoice(scenario, feasibleFamily(points(9, noise), { exactly: 3 })).chosen;
    expect(choice(5)).toEqual(choice(0.01));
  });

  it('layouts', () => {
    const input = comparatorInput(plain(points(12), { exactly: 4 }));
    const chosen = (name: ComparatorName) =>
      COMPARATORS.find((kind) => kind.name === name)!.choose(input).chosen;
    expect(chosen('contiguous')).toEqual([4, 5, 6, 7]);
    expect(chosen('dispersed')).toEqual([1, 4, 7, 10]);
    expect(chosen('uniform')).toEqual([0, 4, 7, 11]);
  });

  it('under a budget the longest beginning that it pays for', () => {
    const dear = points(6).map((one, a) => ({ ...one, cost: a === 0 ? 1 : 2 }));
    const { chosen } = byOwnGain(scenario, feasibleFamily(dear, { budget: 3 }), mutualInformationGain);
    expect(chosen.length).toBeGreaterThan(0);
    expect(chosen.reduce((sum, a) => sum + dear[a]!.cost, 0)).toBeLessThanOrEqual(3);
  });
});

describe('design', () => {
  it('every comparator is scored by the same value; none is better than the best', async () => {
    const problem = plain(points(12), { exactly: 4 });
    const found = await design(problem);
    expect(found.best).toMatchObject({ method: 'exhaustive', certified: true });
    expect(found.best.upperBound).toBe(found.best.objective);
    for (const { name } of COMPARATORS) {
      const { chosen, objective, efficiency } = found.comparators[name];
      const { value } = protocolValues(model, target('mean'), [
        chosen.map((a) => problem.family.catalogue[a]!),
      ]).protocols[0]!;
      expect(objective).toBeCloseTo(value, 12);
      expect(efficiency).toBeCloseTo(value / found.best.objective, 12);
      expect(efficiency).toBeLessThanOrEqual(1 + 1e-12);
    }
    expect(found.random.low).toBeLessThanOrEqual(found.random.median);
    expect(found.random.high).toBeLessThanOrEqual(found.best.objective + 1e-12);
  });

  it('says how many choices there are, and whether there are more', async () => {
    const rules = { exactly: 3, spacing: 2 };
    const { sets } = await design(plain(points(12), rules), { method: 'exhaustive' });
    for (const method of ['exhaustive', 'branch', 'heuristic'] as const)
      expect(await design(plain(points(12), rules), { method })).toMatchObject({ sets, allCounted: true });
    // Counted by no formula, and more than are looked through.
    const many = await design(plain(points(120), { budget: 8 }), { method: 'heuristic' });
    expect(many.allCounted).toBe(false);
    expect(await design(plain(points(120), { exactly: 8 }), { method: 'heuristic' })).toMatchObject({
      sets: 840261910995,
      allCounted: true,
    });
  });

  it('all methods agree where they are exact, and the heuristic says that it is none', async () => {
    const problem = plain(points(14), { exactly: 4 });
    const [all, branch, quick] = [
      await design(problem, { method: 'exhaustive' }),
      await design(problem, { method: 'branch', small: 30 }),
      await design(problem, { method: 'heuristic' }),
    ];
    expect(branch.best).toMatchObject({ method: 'branch and bound', certified: true });
    expect(branch.best.objective).toBeCloseTo(all.best.objective, 12);
    expect(quick.best).toMatchObject({ certified: false, upperBound: 1 });
    expect(quick.best.objective).toBeLessThanOrEqual(all.best.objective);
  });

  it('a search that was stopped, or proves nothing, is never worse than what it is compared with', async () => {
    const problem = plain(points(40), { exactly: 7 });
    const stopped = { method: 'branch', signal: AbortSignal.abort() } as const;
    for (const options of [{ method: 'heuristic' }, stopped] as const) {
      const { best, comparators } = await design(problem, { ...options, swaps: { most: 0 } });
      expect(best.certified).toBe(false);
      const most = Math.max(...Object.values(comparators).map(({ objective }) => objective));
      // Without exchanges forward selection is beaten by evenly spaced readings here.
      expect(comparators.swap.objective).toBeLessThan(most);
      expect(best.objective).toBe(most);
      expect(Object.values(comparators).every(({ efficiency }) => efficiency <= 1)).toBe(true);
      expect(best.upperBound).toBeGreaterThanOrEqual(best.objective);
    }
  });

  it('gives the same again, random protocols included', async () => {
    const problem = plain(points(10), { budget: 3 });
    expect(await design(problem, { seed: 3 })).toEqual(await design(problem, { seed: 3 }));
  });
});

describe('rules', () => {
  it('refuses, all at once, what cannot be meant', () => {
    expect(() =>
      feasibleFamily(points(4), { exactly: 9, required: [7], forbidden: [1.5], spacing: -1 }),
    ).toThrow(/exactly.*spacing.*required.*forbidden/s);
    expect(() => feasibleFamily(points(4), {})).toThrow('neither a number of actions nor a budget is given');
    expect(() => feasibleFamily([], { exactly: 1 })).toThrow('the catalogue has no action');
    expect(() => feasibleFamily(points(4), { exactly: 1, required: [1], forbidden: [1] })).toThrow(
      'required and forbidden',
    );
  });
  it('refuses families without any protocol', () => {
    expect(() => feasibleFamily(points(4), { budget: 0.5 })).toThrow('no action of the catalogue satisfies');
    expect(() => feasibleFamily(points(4), { exactly: 3, spacing: 5 })).toThrow('no 3 actions');
    expect(() => feasibleFamily(points(4), { exactly: 2, budget: 1 })).toThrow('no 2 actions');
    expect(() => feasibleFamily(points(4), { exactly: 2, spacing: 4, required: [0, 1] })).toThrow(
      'violate the other rules',
    );
  });
  it('ten costs of 0.1 fit into a budget of 1', () => {
    expect(feasibleFamily(points(12, 0.4, 0.1), { budget: 1 }).longest).toBe(10);
  });
  it('counts what it hands out', () => {
    const family = feasibleFamily(points(9), { exactly: 3, spacing: 1.5 });
    let seen = 0;
    for (const { starts } of feasibleSets(family, wholeFamily(family), 5)) seen += starts.length - 1;
    expect(countFeasibleSets(family, wholeFamily(family), 1e6)).toBe(seen);
    expect(binomial(48, 6)).toBe(12_271_512);
  });
});

describe('sensitivity', () => {
  it('is the value with one action elsewhere', async () => {
    const catalogue = points(12);
    const problem = plain(catalogue, { exactly: 2 });
    const moved = await sensitivity(problem, grid, [3, 8]);
    expect(moved.map(({ action: a }) => a)).toEqual([3, 8]);
    const { curve, freedom } = moved[0]!;
    expect(curve).toHaveLength(64);
    for (const { at, objective, loss } of [curve[0]!, curve[20]!, curve[63]!]) {
      const set = [action({ at, noise: 0.4 }, grid), catalogue[8]!];
      const { value } = protocolValues(model, target('mean'), [set]).protocols[0]!;
      expect(objective).toBeCloseTo(value, 12);
      const [here] = protocolValues(model, target('mean'), [[catalogue[3]!, catalogue[8]!]]).protocols;
      expect(loss).toBeCloseTo(here!.value - value, 12);
    }
    expect(freedom.from).toBeLessThan(catalogue[3]!.at);
    expect(freedom.to).toBeGreaterThan(catalogue[3]!.at);
  });
  it('keeps repeats and windows as they are', async () => {
    const catalogue = [action({ at: 5, width: 2, noise: 0.6, repeats: 3 }, grid)];
    const problem = plain(catalogue, { exactly: 1 });
    const [moved] = await sensitivity(problem, grid, [0]);
    const at = grid.times[40]!;
    const { value } = protocolValues(model, target('mean'), [
      [action({ at, width: 2, noise: 0.6, repeats: 3 }, grid)],
    ]).protocols[0]!;
    expect(moved!.curve[40]!.objective).toBeCloseTo(value, 12);
  });
});

describe('freedom', () => {
  const chosen = [2, 6, 9];
  const catalogue = points(12);
  const freedoms = async (rules: object) =>
    (await sensitivity(plain(catalogue, { exactly: 3, ...rules }), grid, chosen)).map(
      ({ freedom }) => freedom,
    );

  it('keeps the spacing between every two', async () => {
    const free = await freedoms({});
    // Without it, at least one could come nearer to another one than that.
    const spacing = 2.4;
    const near = (found: typeof free) =>
      found.flatMap(({ from, to }, i) =>
        chosen.flatMap((b, k) =>
          k === i ? [] : [Math.min(...[from, to].map((at) => Math.abs(at - catalogue[b]!.at)))],
        ),
      );
    expect(Math.min(...near(free))).toBeLessThan(spacing);
    const found = await freedoms({ spacing });
    expect(Math.min(...near(found))).toBeGreaterThanOrEqual(spacing - 1e-9);
    found.forEach(({ from, to }, i) => {
      expect(from).toBeGreaterThanOrEqual(free[i]!.from);
      expect(to).toBeLessThanOrEqual(free[i]!.to);
      expect(from).toBeLessThanOrEqual(catalogue[chosen[i]!]!.at);
      expect(to).toBeGreaterThanOrEqual(catalogue[chosen[i]!]!.at);
    });
  });

  it('ends before a stretch that is forbidden, and begins where one ends', async () => {
    const [, open] = await freedoms({});
    const at = catalogue[6]!.at;
    const before = grid.times.filter((time) => time > at && time <= open!.to);
    const after = grid.times.filter((time) => time < at && time >= open!.from);
    expect(before.length).toBeGreaterThan(0);
    expect(after.length).toBeGreaterThan(0);
    // No action of the catalogue stands within: only the stretch itself says so.
    const from = at + 1e-3;
    const to = at - 1e-3;
    const [, later] = await freedoms({ closed: [{ from, to: from + 0.3 }] });
    expect(later!.to).toBe(at);
    expect(later!.from).toBe(open!.from);
    const [, earlier] = await freedoms({ closed: [{ from: to - 0.3, to }] });
    expect(earlier!.from).toBe(at);
    expect(earlier!.to).toBe(open!.to);
  });

  it.each([64, 500])('does not pass over a forbidden time, on a grid of %i points', async (count) => {
    const fine = timeGrid(10, count);
    const law = {
      covariance: kernelMatrix({ ou: { tau: 4 } }, 0, fine),
      weights: targetWeights('uniform', fine),
    };
    const actions = Array.from({ length: 19 }, (_, k) => action({ at: 0.5 + k / 2, noise: 2 }, fine));
    const found = async (forbidden: number[]) =>
      (
        await sensitivity(
          {
            scenarios: [{ model: law, target: target('mean') }],
            objective: { kind: 'mean' },
            family: feasibleFamily(actions, { exactly: 1, forbidden }),
          },
          fine,
          [9],
        )
      )[0]!;
    const open = (await found([])).freedom;
    expect(open.from).toBeLessThan(4.5);
    expect(open.to).toBeGreaterThan(5.5);
    const { freedom, curve } = await found([8, 10]);
    expect(freedom.from).toBeGreaterThan(4.5);
    expect(freedom.to).toBeLessThan(5.5);
    expect(freedom.from).toBeLessThan(5);
    const barred = curve.filter(({ allowed }) => !allowed).map(({ at }) => at);
    for (const at of barred)
      expect(Math.min(Math.abs(at - 4.5), Math.abs(at - 5.5))).toBeLessThan(10 / count);
  });
});

describe('diminishing returns', () => {
  it('hold for two readings of one thing, and fail where one reading explains another', () => {
    // Three points; the target weighs the first alone, the third correlates with the second only: by itself it tells
    // nothing, together with the second it takes out what disturbs it.
    const small = timeGrid(3, 3);
    const matrix = { rows: 3, cols: 3, data: Float64Array.of(1, 0.6, 0, 0.6, 1, 0.7, 0, 0.7, 1) };
    const catalogue = [1, 2].map((j) => action({ at: small.times[j]!, noise: 0.01 }, small));
    const problem: DesignProblem = {
      scenarios: [
        { model: { covariance: matrix, weights: Float64Array.of(1, 0, 0) }, target: target('mean') },
      ],
      objective: { kind: 'mean' },
      family: feasibleFamily(catalogue, { exactly: 2 }),
    };
    const { ratio, witness, complete } = diminishingReturns(searcher(problem));
    expect(complete).toBe(true);
    expect(ratio).toBeLessThan(0.6);
    expect(witness).toMatchObject({ after: [] });
    expect(witness!.withOther).toBeGreaterThan(witness!.alone + 0.1);
    const same = diminishingReturns(
      searcher(
        plain(
          points(2, 1).map((one) => ({ ...one, first: 5, last: 5 })),
          { exactly: 2 },
        ),
      ),
    );
    expect(same.ratio).toBeGreaterThan(1);
    expect(same.witness).toBeUndefined();
  });
});

describe('design under an uncertain law', () => {
  const p = 16;
  const small = timeGrid(10, p);
  const law = unitLaw(kernelMatrix({ ou: { tau: 2 } }, 0.2, small));
  const values = simulatedUnits(law, 30, 0, randomStream(4, 'uncertain'));
  const own = { sample: { values }, noise: 0, weights: targetWeights('uniform', small) };
  const catalogue = Array.from({ length: 8 }, (_, k) => action({ at: 0.6 + 1.25 * k, noise: 0.5 }, small));
  const family = feasibleFamily(catalogue, { exactly: 2 });

  it('draws are correlation matrices, the same for the same seed', () => {
    const laws = drawnLaws(own, 5, 1);
    for (const { covariance: drawn } of laws)
      for (let j = 0; j < p; j++) expect(drawn.data[j * p + j]).toBe(1);
    expect(drawnLaws(own, 5, 1)).toEqual(laws);
    expect(drawnLaws(own, 5, 2)).not.toEqual(laws);
  });

  it('the lower quantile, the worst case and the regret are those of all protocols', async () => {
    const scenarios = scenariosOf(drawnLaws(own, 20, 1), 'mean');
    const each = await bestUnderEach(scenarios, family);
    const all: number[][] = [];
    for (const { members, starts } of feasibleSets(family, wholeFamily(family), 100))
      for (let i = 0; i + 1 < starts.length; i++) all.push([...members.subarray(starts[i]!, starts[i + 1]!)]);
    const table = all.map((set) =>
      scenarios.map(
        (one) => protocolValues(one.model, one.target, [set.map((a) => catalogue[a]!)]).protocols[0]!.value,
      ),
    );
    each.forEach(({ value }, s) => {
      expect(value).toBeCloseTo(Math.max(...table.map((row) => row[s]!)), 12);
    });
    const worst = await design({ scenarios, objective: { kind: 'worst' }, family });
    expect(worst.best.objective).toBeCloseTo(Math.max(...table.map((row) => Math.min(...row))), 12);
    const regret = await design({ scenarios, objective: regretObjective(each), family });
    const least = Math.min(...table.map((row) => Math.max(...row.map((value, s) => each[s]!.value - value))));
    expect(-regret.best.objective).toBeCloseTo(least, 12);
    const quantile = await design({ scenarios, objective: { kind: 'quantile', level: 0.1 }, family });
    expect(quantile.best.objective).toBeGreaterThanOrEqual(worst.best.objective);
  });
});
