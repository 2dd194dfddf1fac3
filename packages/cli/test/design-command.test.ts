import { describe, expect, it } from 'vitest';
import { runInMemory } from '../src/memory-io.ts';
import {
  ACTIONS,
  design,
  example,
  run,
  SMALL,
  SUBSETS,
  text,
  unwrapped,
  valuesOf,
} from './design-fixtures.ts';

describe('Table 1', () => {
  it.each([
    ['mean', [2, 4, 7, 9], 0.499308],
    ['above0', [2, 4, 7, 9], 0.459486],
    ['above1.5', [2, 4, 7, 9], 0.35161],
    ['outside1.2', [2, 4, 6, 8], 0.201619],
    ['logistic2', [2, 4, 7, 9], 0.489775],
  ])('OU, %s: the best four are %j, worth %d', async (name, actions, value) => {
    const { code, result } = await design(example(`table-1-ou/${name}.yaml`));
    expect(code).toBe(0);
    expect(result.best).toMatchObject({ actions, cost: 4, method: 'exhaustive', certified: true, gap: 0 });
    expect(Math.abs(result.best.value - value)).toBeLessThan(1e-6);
    expect(result.best.upperBound).toBe(result.best.objective);
    expect(result.sets).toBe(495);
    expect(result.best.at).toEqual(actions.map((a) => expect.closeTo(0.5 + (9 / 11) * a, 12)));
  });

  it('OU, outside 1.2: the mirror image is as good, and said to be', async () => {
    const study = example('table-1-ou/outside1.2.yaml');
    const { result } = await design(study);
    expect(result.best).toMatchObject({ ties: [[3, 5, 7, 9]], tied: 1 });
    expect(unwrapped(await text(study))).toContain(
      'as good at 2.955, 4.591, 6.227 and 7.864 h: the first is taken',
    );
  });

  it('heterogeneous, outside 1.2: three actions, and what building them up one by one reaches', async () => {
    const { result } = await design(example('design/windows.yaml'));
    expect(Math.abs(result.best.value - 0.041038)).toBeLessThan(1e-6);
    expect(result.best.actions).toHaveLength(3);
    expect(result.sets).toBe(802);
    expect(result.comparators.greedy.efficiency).toBeCloseTo(0.9124, 4);
    expect(result.comparators.kernelQuadrature.ties).toBeGreaterThan(0);
  });
});

describe('sightline design', () => {
  it('has the fields of the contract', async () => {
    const { result } = await design(SMALL);
    expect(result).toMatchObject({
      sightline: 1,
      command: 'design',
      study: 'study.yaml',
      seed: 0,
      law: 'latent',
      objective: 'value',
      target: { name: 'above 0.5', weights: 'uniform' },
      choose: {
        exactly: 3,
        budget: null,
        required: [],
        forbidden: [],
        spacing: 0,
        oneVariant: false,
        groups: [],
      },
      catalogue: 8,
      sets: 56,
      under: null,
      frontier: null,
      sensitivity: null,
      returns: null,
      warnings: [],
    });
    expect(Object.keys(result.comparators)).toEqual([
      'mutualInformation',
      'posteriorVariance',
      'linearTarget',
      'kernelQuadrature',
      'greedy',
      'swap',
      'uniform',
      'contiguous',
      'dispersed',
    ]);
    for (const one of Object.values(result.comparators) as Record<string, unknown>[]) {
      expect(Object.keys(one)).toEqual([
        'actions',
        'at',
        'widths',
        'value',
        'rmse',
        'objective',
        'cost',
        'efficiency',
        'ties',
      ]);
      expect(one.efficiency).toBeCloseTo((one.value as number) / result.best.value, 12);
      expect(one.efficiency).toBeLessThanOrEqual(1);
    }
    expect(result.random.efficiency).toBeLessThanOrEqual(1);
    expect(result.best.considered).toBeGreaterThanOrEqual(56);
  });

  const apart = (set: readonly number[], least: number) =>
    set.every((a, i) => set.slice(0, i).every((b) => Math.abs(ACTIONS[a]!.at - ACTIONS[b]!.at) >= least));
  const cost = (set: readonly number[]) => set.reduce((sum, a) => sum + ACTIONS[a]!.cost, 0);
  it.each<[string, (set: readonly number[]) => boolean]>([
    ['{ exactly: 3 }', (set) => set.length === 3],
    ['{ budget: 4 }', (set) => cost(set) <= 4],
    ['{ exactly: 2, budget: 2.6 }', (set) => set.length === 2 && cost(set) <= 2.6],
    [
      '{ exactly: 3, required: [4], forbidden: [1, 7] }',
      (set) => set.length === 3 && set.includes(4) && !set.includes(1) && !set.includes(7),
    ],
    ['{ exactly: 3, spacing: 3 }', (set) => set.length === 3 && apart(set, 3)],
    ['{ budget: 5, oneVariant: true }', (set) => cost(set) <= 5 && !(set.includes(2) && set.includes(7))],
    [
      '{ budget: 6, groups: [{ name: late, actions: [3, 4], most: 1 }, { actions: [5, 6, 7], budget: 1.5 }] }',
      (set) =>
        cost(set) <= 6 &&
        set.filter((a) => a === 3 || a === 4).length <= 1 &&
        cost(set.filter((a) => a >= 5)) <= 1.5,
    ],
  ])('%s: nothing that the rules allow is better', async (choose, allowed) => {
    const study = SMALL.replace('{ exactly: 3 }', choose);
    const sets = SUBSETS.filter(allowed);
    const values = await valuesOf(study, sets);
    for (const method of ['auto', 'branch']) {
      const { result } = await design(study, '--method', method);
      expect(result.best.value).toBeCloseTo(Math.max(...values), 9);
      expect(allowed(result.best.actions)).toBe(true);
      expect(result.best.certified).toBe(true);
      if (method === 'auto') expect(result.sets).toBe(sets.length);
      for (const one of Object.values(result.comparators) as { actions: number[] }[])
        expect(allowed(one.actions)).toBe(true);
    }
    expect(unwrapped(await text(study))).toContain(`(all ${sets.length} compared)`);
  });

  it('weighs several targets, or takes the least', async () => {
    const targets = 'targets: [{ target: mean, weight: 3 }, { target: { above: 1 } }]';
    const sets = SUBSETS.filter((set) => set.length === 3);
    const mean = await valuesOf(SMALL.replace('{ above: 0.5 }', 'mean'), sets);
    const above = await valuesOf(SMALL.replace('0.5', '1'), sets);
    const weighted = await design(SMALL.replace('exactly: 3', `exactly: 3, ${targets}`));
    const best = Math.max(...sets.map((_, i) => 0.75 * mean[i]! + 0.25 * above[i]!));
    expect(weighted.result.best.value).toBeCloseTo(best, 12);
    expect(weighted.result).toMatchObject({
      objective: 'weighted mean',
      target: { name: 'mean, above 1', variance: null },
      targets: [
        { name: 'mean', weight: 0.75 },
        { name: 'above 1', weight: 0.25 },
      ],
    });
    const at = sets.findIndex((set) => set.join() === weighted.result.best.actions.join());
    expect(weighted.result.best.values).toEqual([
      expect.closeTo(mean[at]!, 12),
      expect.closeTo(above[at]!, 12),
    ]);
    const least = await design(
      SMALL.replace(
        'exactly: 3',
        'exactly: 3, targets: [{ target: mean }, { target: { above: 1 } }], combine: worst',
      ),
    );
    const worst = Math.max(...sets.map((_, i) => Math.min(mean[i]!, above[i]!)));
    expect(least.result.best.objective).toBeCloseTo(worst, 12);
    expect(await text(SMALL.replace('exactly: 3', `exactly: 3, ${targets}`))).toContain('weighted mean');
  });

  it('says what each cost buys, up to the best', async () => {
    const study = SMALL.replace('exactly: 3', 'budget: 4');
    const { result } = await design(study, '--frontier');
    const sets = SUBSETS.filter((set) => cost(set) <= 4);
    const values = await valuesOf(study, sets);
    expect(result.frontier.at(-1)).toMatchObject({
      actions: result.best.actions,
      value: expect.closeTo(result.best.value, 12),
      certified: true,
    });
    result.frontier.forEach(({ cost: spent, value }: Record<string, number>, i: number) => {
      const affordable = values.filter((_, k) => cost(sets[k]!) <= spent! + 1e-9);
      expect(value).toBeCloseTo(Math.max(...affordable), 12);
      if (i > 0) expect(value).toBeGreaterThan(result.frontier[i - 1].value);
    });
    expect(await text(study, '--frontier')).toMatch(/^cost +value +RMSE +gain +proved +0 +1 +at \(h\)$/m);
  });

  it('says what moving an action loses, and how far it may go', async () => {
    const { result } = await design(SMALL, '--sensitivity');
    expect(result.sensitivity.map(({ action }: Record<string, unknown>) => action)).toEqual(
      result.best.actions,
    );
    const [{ action, curve, freedom }] = result.sensitivity;
    const others = result.best.actions.filter((a: number) => a !== action).map((a: number) => ACTIONS[a]);
    for (const { at, value, loss } of [curve[0], curve[7], curve.at(-1)]) {
      const protocols = `protocols: { moved: ${JSON.stringify([{ ...ACTIONS[action], at }, ...others])} }\n`;
      const moved = (await run('value', SMALL + protocols)).result.protocols.moved.value;
      expect(value).toBeCloseTo(moved, 12);
      expect(loss).toBeCloseTo(result.best.value - moved, 12);
      if (at >= freedom.from && at <= freedom.to) expect(loss).toBeLessThanOrEqual(0.01 * result.best.value);
    }
    expect(await text(SMALL, '--sensitivity')).toMatch(
      /^at \(h\) +from +to +largest loss\n +[\d.]+ +[\d.]+ +[\d.]+ +0\.\d{4}$/m,
    );
  });

  it('says whether returns diminish, with a witness where they do not', async () => {
    const plain = await design(SMALL, '--returns');
    expect(plain.result.returns).toMatchObject({ witness: null, complete: true });
    expect(plain.result.returns.ratio).toBeGreaterThanOrEqual(1);
    const { result } = await design(example('design/windows.yaml'), '--returns');
    const { ratio, witness } = result.returns;
    expect(ratio).toBeLessThan(1);
    expect(witness.withOther).toBeGreaterThan(witness.alone);
    const one = await design(SMALL.replace('exactly: 3', 'exactly: 1'), '--returns');
    expect(one.result.returns).toMatchObject({ ratio: null, steps: [] });
    expect(unwrapped(await text(example('design/windows.yaml'), '--returns'))).toContain(
      'Returns do not always diminish: the action at',
    );
  });

  it('prints the same bytes twice', async () => {
    const argv = [
      'design',
      'study.yaml',
      '--json',
      '--frontier',
      '--sensitivity',
      '--returns',
      '--seed',
      '3',
    ];
    const files = { 'study.yaml': SMALL };
    expect((await runInMemory(argv, files)).out).toBe((await runInMemory(argv, files)).out);
    const other = await runInMemory([...argv.slice(0, -1), '4'], files);
    expect(JSON.parse(other.out).random).not.toEqual(JSON.parse((await runInMemory(argv, files)).out).random);
  });

  it('warns of windows over the horizon and of readings without noise', async () => {
    const study = SMALL.replace('at: [2, 6], width: 2', 'at: [0.5, 6], width: 2').replace(', noise: 0.8', '');
    const { result } = await design(study);
    expect(result.warnings.map(({ kind }: { kind: string }) => kind)).toEqual(['overhang', 'no-noise']);
    expect(result.warnings[0].what).toContain('the window at 0.5 h extends beyond');
  });

  it.each([
    [['--method', 'best'], 'Accepted: auto, exhaustive, branch, along-time or heuristic'],
    [['--seconds', '0'], 'Accepted: a number above 0'],
    [['--under', 'doubt'], 'Accepted: draws or worlds'],
    [['--criterion', 'mean'], 'Accepted: worst or regret'],
    [['--quantile', '1'], 'Accepted: a number above 0 and below 1'],
    [['--draws', '1'], 'Accepted: a whole number from 2'],
    [['--budget', '4'], 'unknown option'],
  ])('%j is wrong usage', async (options, message) => {
    const { code, out, err } = await runInMemory(['design', 'study.yaml', ...options], {
      'study.yaml': SMALL,
    });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  it('says that too many windows overlap for a search along time', async () => {
    const study = SMALL.replace('{ above: 0.5 }', 'mean').replace(
      'at: [2, 6], width: 2',
      'at: { from: 3, to: 7, count: 8 }, width: 6',
    );
    const { code, result } = await design(study, '--method', 'along-time');
    expect([code, result.problems[0].path]).toEqual([3, 'method']);
    expect(result.problems[0].why).toContain('windows of which few overlap');
    expect((await design(SMALL.replace('{ above: 0.5 }', 'mean'), '--method', 'along-time')).code).toBe(0);
  });

  it('says which options had no effect', async () => {
    const options = ['--draws', '5', '--quantile', '0.2', '--criterion', 'regret'];
    const { result } = await design(SMALL, ...options);
    expect(result.warnings.map(({ path }: { path: string }) => path)).toEqual([
      '--draws',
      '--quantile',
      '--criterion',
    ]);
  });

  it('says how large a catalogue may be before it computes anything', async () => {
    const entry = '{ at: { from: 0.5, to: 9.5, count: 10000 }, noise: 0.4 }';
    const study = SMALL.replace(/^catalogue:[\s\S]*?(?=^choose)/m, `catalogue: [${Array(10).fill(entry)}]\n`);
    const { code, result } = await design(study);
    expect(code).toBe(3);
    expect(result.problems).toMatchObject([
      { path: 'catalogue', value: '100000 actions', accepted: 'a catalogue of at most 20000 actions' },
    ]);
    const fine = SMALL.replace('points: 20', 'points: 2000').replace(
      /^catalogue:[\s\S]*?(?=^choose)/m,
      `catalogue: [${entry}, ${entry}]\n`,
    );
    const { code: refused, result: why } = await design(fine);
    expect(refused).toBe(3);
    expect(why.problems).toMatchObject([
      {
        path: 'catalogue',
        value: '20000 actions',
        accepted: expect.stringContaining('at most 10000 actions'),
      },
    ]);
  });

  it('says how many different readings a protocol may have', async () => {
    const many = '{ at: { from: 0.5, to: 9.5, count: 10000 }, noise: { from: 0.1, to: 0.9 } }';
    const { code, result } = await run('value', `${SMALL}protocols: { many: ${many} }\n`);
    expect(code).toBe(3);
    expect(result.problems).toMatchObject([
      {
        path: 'protocols.many',
        value: '10000 different readings',
        accepted: expect.stringContaining('4000'),
      },
    ]);
    const alike = many.replace('{ from: 0.1, to: 0.9 }', '0.4');
    expect((await run('value', `${SMALL}protocols: { many: ${alike} }\n`)).code).toBe(0);
  });
});
