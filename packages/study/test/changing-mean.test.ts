import { describe, expect, it } from 'vitest';
import type { QuestionName } from '../src/questions/index.ts';
import { ask, type Files } from './ask.ts';
import { type SparseUnit, simulatedReadings, sparseCsv } from './sparse-fixtures.ts';

const FLAT = simulatedReadings({
  units: 60,
  seed: 5,
  times: (uniform) => Array.from(uniform.subarray(0, 6), (u) => 24 * u),
});

const moved = (by: (time: number) => number): SparseUnit[] =>
  FLAT.map(({ unit, readings }) => ({
    unit,
    readings: readings.map(([time, value]) => [time, value + by(time)] as const),
  }));

/** Up and down once, and from one end to the other, by about a standard deviation between units. */
const SEASON = moved((time) => 60 * Math.sin((2 * Math.PI * time) / 24));
const TREND = moved((time) => 5 * time);

const files = (units: readonly SparseUnit[], fit: object = {}): Files => ({
  'study.yaml': JSON.stringify({
    sightline: 1,
    time: { horizon: 24, points: 12, unit: 'h' },
    target: 'mean',
    calibration: { data: 'sparse.csv' },
    fit: { kernels: ['ou', 'matern32'], ...fit },
    protocols: { three: { at: [5, 13, 21], noise: 100 }, one: { at: 9, noise: 100 } },
    catalogue: [{ at: { from: 1, to: 23, every: 4 }, noise: 100 }],
    choose: { exactly: 2 },
    realised: 'three',
  }),
  'sparse.csv': sparseCsv(units),
  'new.csv': 'unit,5,13,21\na,130,150,160\n',
});

type Told = { kind: string; what: string };

const toldOf = async (command: QuestionName | 'run', given: Files, asked: object = {}): Promise<Told[]> => {
  const { code, result } = await ask(command, given, { ...asked });
  if (code !== 0) throw new Error(JSON.stringify(result.problems));
  return result.warnings;
};

const changing = (told: readonly Told[]) => told.filter(({ kind }) => kind === 'changing-mean');

describe('a mean that changes with time, taken as constant', () => {
  it.each([
    ['season', SEASON],
    ['trend', TREND],
  ])('is told with both BICs: %s', async (_, units) => {
    const [told, ...more] = changing(await toldOf('fit', files(units)));
    expect(more).toEqual([]);
    expect(told!.what).toContain('`fit: { mean: smooth }`');
    // Those of two fits that were asked for, each from starts of its own.
    const least = async (mean: string) =>
      Math.min(
        ...(await ask('fit', files(units, { mean }))).result.candidates.map(
          ({ bic }: { bic: number }) => bic,
        ),
      );
    const [constant, smooth] = [await least('constant'), await least('smooth')];
    expect(constant - smooth).toBeGreaterThan(10);
    const [said, saidSmooth] = /BIC is ([\d.]+) with the constant mean and ([\d.]+)/
      .exec(told!.what)!
      .slice(1);
    expect(Number(said) / constant).toBeCloseTo(1, 3);
    // The kernel was chosen with the constant mean: at worst it is not the best with a smooth one.
    expect(Number(saidSmooth)).toBeGreaterThan(smooth - 1);
    expect(Number(saidSmooth)).toBeLessThan(smooth + 10);
  });

  it('is told the same of restricted likelihoods, which cannot be compared', async () => {
    const [ml] = changing(await toldOf('fit', files(SEASON)));
    const [reml] = changing(await toldOf('fit', files(SEASON), { reml: true }));
    expect(reml).toEqual(ml);
  });

  it.each<[QuestionName | 'run', object]>([
    ['value', {}],
    ['design', {}],
    ['calibrate', { draws: 100 }],
    ['plan', { gap: 0.1, draws: 100 }],
    ['identify', {}],
    ['trial', {}],
    ['predict', { protocol: 'three', readings: 'new.csv' }],
    ['run', { draws: 100 }],
  ])('is told by %s, once', async (command, asked) => {
    const study = JSON.parse(files(SEASON)['study.yaml'] as string);
    const given = {
      ...files(SEASON),
      'study.yaml': JSON.stringify({
        ...study,
        ...(command === 'trial' && { trial: { profile: -5 } }),
      }),
    };
    expect(changing(await toldOf(command, given, asked))).toHaveLength(1);
  });

  it('is not told where it is constant, or smooth already', async () => {
    expect(changing(await toldOf('fit', files(FLAT)))).toEqual([]);
    expect(changing(await toldOf('fit', files(SEASON, { mean: 'smooth' })))).toEqual([]);
  });
});

describe('correlations that the law does not have', () => {
  const unlike = (told: readonly Told[]) => told.filter(({ kind }) => kind === 'lags-unlike');

  it('are told where pairs of readings show others', async () => {
    const strong = moved((time) => 120 * Math.sin((2 * Math.PI * time) / 24));
    const [told] = unlike(await toldOf('fit', files(strong)));
    expect(told!.what).toMatch(/apart they show -0\.\d+ where the law has/);
    expect(unlike(await toldOf('fit', files(strong, { mean: 'smooth' })))).toEqual([]);
    expect(unlike(await toldOf('fit', files(FLAT)))).toEqual([]);
  });

  it('have beside them the mean of those that the law has for the same pairs', async () => {
    const times = [0.1, 0.2, 2, 24];
    const pairs = FLAT.map(({ unit, readings }) => ({
      unit,
      readings: times.map((time, k) => [time, readings[k]![1]] as const),
    }));
    const { result } = await ask('fit', files(pairs, { kernels: ['ou'], trait: false }));
    const { kernel, sd, noise } = result.best;
    const law = (lag: number) => (sd ** 2 / (sd ** 2 + noise)) * Math.exp(-lag / kernel.ou.tau);
    // The first of twelve classes ends at 1.99, and has three of the six lags.
    expect(result.lags[0].fitted).toBeCloseTo((law(0.1) + law(1.8) + law(1.9)) / 3, 9);
  });
});
