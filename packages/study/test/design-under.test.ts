import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { DENSE_FILES } from './dense-fixtures.ts';
import { CALIBRATED, WORLDS } from './design-under-fixtures.ts';

const asked = (command: 'design' | 'value', study: string, request: Record<string, unknown> = {}) =>
  ask(command, { ...DENSE_FILES, 'study.yaml': study }, request);
const design = (study: string, request: Record<string, unknown> = {}) => asked('design', study, request);

describe('laws that are not known', () => {
  it.each([
    [2, 0.1],
    [9, 0.1],
    [10, 0.55],
    [10, 0.97],
    [25, 0.3],
  ])('the quantile of %i laws at %d is the one that is named', async (laws, level) => {
    const { result } = await design(CALIBRATED, { under: 'draws', draws: laws, quantile: level });
    const ordered = [...result.best.values].sort((a, b) => a - b);
    // Values between plotting positions i/(n + 1), the ends beyond them.
    const places = ordered.map((_, i) => (i + 1) / (laws + 1));
    const above = places.findIndex((place) => place >= level - 1e-12);
    const [low, high] = [above - 1, above];
    const expected =
      above < 0
        ? ordered.at(-1)
        : above === 0
          ? ordered[0]
          : ordered[low] +
            ((level - places[low]!) / (places[high]! - places[low]!)) * (ordered[high] - ordered[low]);
    expect(result.best.objective).toBeCloseTo(expected, 12);
  });

  it('works from the estimate where there are data and no law', async () => {
    const { result } = await design(CALIBRATED);
    expect(result.law).toBe('calibration');
    expect(result.warnings[0].kind).toBe('estimated-law');
    const values = (await asked('value', CALIBRATED)).result.protocols;
    const known = { '0,1': values.early.value, '2,3': values.late.value } as Record<string, number>;
    for (const { actions, value } of Object.values(result.comparators) as {
      actions: number[];
      value: number;
    }[])
      if (actions.join() in known) expect(value).toBeCloseTo(known[actions.join()]!, 12);
    expect(result.best.value).toBeGreaterThanOrEqual(Math.max(...Object.values(known)));
  });

  it('under draws: the largest lower quantile over resamples', async () => {
    const request = { under: 'draws', draws: 21, quantile: 0.25, seed: 2 };
    const { code, result } = await design(CALIBRATED, request);
    expect(code).toBe(0);
    expect(result.objective).toBe('quantile');
    expect(result.under).toMatchObject({
      kind: 'draws',
      laws: 21,
      quantile: 0.25,
      criterion: null,
      worlds: null,
    });
    const { best, under } = result;
    expect(best.values).toHaveLength(21);
    // 0.25·22 = 5.5: half of the way from the fifth to the sixth.
    const ordered = [...best.values].sort((a, b) => a - b);
    expect(best.objective).toBeCloseTo((ordered[4] + ordered[5]) / 2, 14);
    expect(under.quantileRule).toContain('i/(n + 1)');
    expect(best.objective).toBeGreaterThanOrEqual(under.plain.objective);
    expect(best.value).toBeLessThanOrEqual(under.plain.value);
    expect(under.plain.actions).toEqual((await design(CALIBRATED)).result.best.actions);
    const again = await design(CALIBRATED, request);
    expect(again.result).toEqual(result);
    const other = await design(CALIBRATED, { ...request, seed: 5 });
    expect(other.result.best.values).not.toEqual(best.values);
  });

  it('under draws uses the data where a law is given too, and says so', async () => {
    const both = `${CALIBRATED}latent: { kernel: { ou: { tau: 1 } } }\n`;
    const { result } = await design(both, { under: 'draws', draws: 5 });
    expect(result.law).toBe('calibration');
    expect(result.warnings.map(({ kind }: { kind: string }) => kind)).toContain('latent-unused');
    expect(result.under.plain.value).toBe((await design(CALIBRATED)).result.best.value);
    expect((await design(both)).result.law).toBe('latent');
  });

  it('under worlds: the largest least value over what the benchmark leaves possible', async () => {
    const { code, result } = await design(WORLDS, { under: 'worlds' });
    expect(code).toBe(0);
    expect(result.under).toMatchObject({ kind: 'worlds', laws: 3, criterion: 'worst', quantile: null });
    expect(result.under.worlds).toMatchObject([
      { from: 'own', value: result.best.value },
      { from: 'world', alternative: 'late', end: 'low' },
      { from: 'world', alternative: 'late', end: 'high' },
    ]);
    expect(result.best.objective).toBe(Math.min(...result.best.values));
    expect(result.best.objective).toBeGreaterThanOrEqual(result.under.plain.objective - 1e-6);
    expect(result.under.plain.actions).toEqual((await design(WORLDS)).result.best.actions);
  });

  it('under worlds, by regret: minimax regret', async () => {
    const { result } = await design(WORLDS, { under: 'worlds', criterion: 'regret' });
    const losses = result.under.worlds.map(({ value, best }: Record<string, number>) => best! - value!);
    expect(result.best.objective).toBeCloseTo(-Math.max(...losses), 12);
    for (const loss of losses) expect(loss).toBeGreaterThanOrEqual(-1e-12);
    expect(result.under.eachCertified).toBe(true);
    for (const one of Object.values(result.comparators) as { objective: number }[])
      expect(one.objective).toBeLessThanOrEqual(result.best.objective + 1e-6);
  });

  it('a benchmark that settles everything leaves one law', async () => {
    const settled = WORLDS.replace('late: { at: [6, 7], noise: 0.2 }', 'late: { at: 2, noise: 0.5 }');
    const { result } = await design(settled, { under: 'worlds' });
    expect(result.under.laws).toBe(1);
    expect(result.best.actions).toEqual(result.under.plain.actions);
  });

  it.each([
    ['draws', WORLDS, 'calibration', '`calibration` is missing'],
    ['worlds', CALIBRATED, 'realised', '`realised` is missing'],
    ['worlds', WORLDS.replace('  late: { at: [6, 7], noise: 0.2 }\n', ''), 'protocols', 'no protocol beside'],
    [
      'draws',
      CALIBRATED.replace('exactly: 2', 'exactly: 2, targets: [{ target: mean }, { target: { above: 1 } }]'),
      'choose.targets',
      'one target, under several laws',
    ],
    [
      'draws',
      CALIBRATED.replace('scale: standardised', 'estimand: linear').replace('mean', '{ above: 1 }'),
      'target',
      'noisy records',
    ],
  ])('under %s needs what it works from', async (under, study, path, why) => {
    const { code, result } = await design(study, { under });
    expect(code).toBe(3);
    expect(result.problems).toMatchObject([{ path, why: expect.stringContaining(why) }]);
  });

  it('more draws than fit into memory are refused', async () => {
    const { code, result } = await design(CALIBRATED.replace('points: 4', 'points: 2048'), {
      under: 'draws',
      draws: 100,
    });
    expect(code).toBe(3);
    expect(result.problems).toContainEqual(
      expect.objectContaining({ path: '--draws', accepted: expect.stringContaining('at most 11 draws') }),
    );
  });
});
