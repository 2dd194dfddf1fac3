// A law without a kernel from sparse readings, and pairs of times that nobody was seen at together.
import { readFileSync } from 'node:fs';
import { latentCovariance, protocolValues, target, timeGrid } from '@sightline/engine/internal';
import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';

const example = (name: string) =>
  readFileSync(new URL(`../../../examples/two-rounds/${name}`, import.meta.url), 'utf8');
const STUDY = example('study.yaml');
const READINGS = example('readings.csv');
const asked = (command: Parameters<typeof ask>[0], study: string, options = {}, readings = READINGS) =>
  ask(command, { 'study.yaml': study, 'readings.csv': readings }, options);
/** Of every third patient. */
const FEW = READINGS.split('\n')
  .filter((row, i) => i === 0 || Number(/\d+/.exec(row)) % 3 === 0)
  .join('\n');
/** All that the study allows, asked once: each step is what its command says. */
let asOne: ReturnType<typeof asked> | undefined;
const run = () => (asOne ??= asked('run', STUDY));
const having = (more: string) => `${STUDY}${more}\n`;
const fitted = (fit: string) => STUDY.replace('fit: { surface: true }', `fit: ${fit}`);

describe('two rounds that never met', () => {
  it('fit says what was seen, and leaves open what was not', async () => {
    const { code, result } = await run();
    expect(code).toBe(0);
    const { surface, correlations, lags, mean, sd } = result.steps.fit;
    expect([surface.units, surface.readings, mean.length, sd.length]).toEqual([480, 2400, 16, 16]);
    // Nobody was read both before 13:00 and after 15:00; the bandwidth reaches a little further.
    expect(correlations[0][15]).toBeNull();
    expect(correlations[3][11]).toBeNull();
    expect(correlations[2][6]).not.toBeNull();
    expect(lags.at(-1)).toEqual({ lag: 15, pairs: 1, seen: 0, correlation: null });
    expect(surface.unseen.pairs).toBe(correlations.flat().filter((one: unknown) => one === null).length / 2);
    // The law of the readings: mean 128 + 0.6t, sd 11 + 0.2t, noise 25.
    expect(Math.abs(surface.noise - 25)).toBeLessThan(6);
    expect(Math.abs(mean[8] - 133)).toBeLessThan(3);
    expect(Math.abs(sd[8] - 12.7)).toBeLessThan(1.5);
  });

  it('identify gives the range that follows, and the law behind the readings lies in it', async () => {
    const { result: whole } = await run();
    const result = whole.steps.identify;
    expect([result.realised, result.law, result.invisibleDimension]).toEqual([
      [],
      'fit',
      result.surface.unseen.pairs,
    ]);
    const grid = timeGrid(16, 16, 'h');
    const { covariance } = latentCovariance({ kernel: { ou: { tau: 4 } }, trait: 0.3 }, grid);
    const scale = grid.times.map((t) => 11 + 0.2 * t);
    const weights = new Float64Array(16).fill(1 / 16);
    const point = (first: number) => ({ first, last: first, noise: 25 });
    for (const [name, points] of [
      ['early round', [0, 3, 6]],
      ['once in each', [3, 11]],
      ['all day', [0, 5, 9, 14]],
    ] as const) {
      const { verdict, range, worlds, augmentation, rmseRange, standardError } = result.alternatives[name];
      const truth = protocolValues({ covariance, weights, scale }, target('mean'), [points.map(point)])
        .protocols[0]!.value;
      expect([verdict, range.lowStatus, rmseRange]).toEqual(['not-identified', 'exact', null]);
      expect(standardError).toBeGreaterThan(0.005);
      expect(standardError).toBeLessThan(0.12);
      expect(range.low).toBeLessThan(truth);
      expect(range.high).toBeGreaterThan(truth);
      expect(worlds.map(({ value }: { value: number }) => value)).toEqual([range.low, range.high]);
      // Two windows have the sum of what is open; beside them what the protocol reads.
      expect(augmentation.actions.slice(-2)).toEqual([16, 17]);
    }
  });

  it('what needs the whole law is refused with what was not seen; a run leaves it out', async () => {
    const { code, result } = await asked('value', STUDY);
    expect(code).toBe(3);
    expect(result.problems).toHaveLength(1);
    expect(result.problems[0]).toMatchObject({ path: 'fit.surface' });
    expect(result.problems[0].why).toContain('06:30 to 09:30 with 16:30 to 21:30');
    expect(result.problems[0].accepted).toContain('sightline identify');
    const narrow = await asked('value', fitted('{ surface: { bandwidth: 2 } }'));
    expect(narrow.result.problems[0].why).toContain('; 11:30 with 17:30 to 21:30; and others');
    const whole = await run();
    expect(Object.keys(whole.result.steps)).toEqual(['fit', 'identify']);
    expect(whole.result.skipped.map(({ step }: { step: string }) => step)).toContain('value');
  });

  it('a realised protocol is no benchmark here', async () => {
    const { result } = await asked('identify', having('realised: all day'), { range: false }, FEW);
    expect(result.warnings.map(({ kind }: { kind: string }) => kind)).toContain('realised-unused');
    expect(Object.keys(result.alternatives)).toHaveLength(3);
  });

  it('thresholds have a range too, which is attained', async () => {
    const above = STUDY.replace('target: mean', 'target: { above: 150 }');
    const { code, result } = await asked('identify', above, {}, FEW);
    expect(code).toBe(0);
    const { range, value, verdict } = result.alternatives['once in each'];
    expect([verdict, range.lowStatus, range.highStatus]).toEqual(['not-identified', 'attained', 'attained']);
    expect(range.low).toBeLessThan(value - 0.01);
    expect(range.high).toBeGreaterThan(value + 0.01);
  });
});

describe('where every pair was seen', () => {
  const wide = fitted('{ surface: { bandwidth: 4.5, units: 4 } }').replace(
    'horizon: 16, points: 16',
    'horizon: 9, points: 9',
  );
  const early = `${READINGS.split('\n')
    .filter((row, i) => i === 0 || Number(row.split(',')[1]) <= 9)
    .join('\n')}\n`;
  const study = wide.replace(
    /protocols:[\s\S]*catalogue:[\s\S]*calibration:/,
    'protocols: { early: { at: ["07:00", "10:00"], noise: 25 }, late: { at: "14:30", noise: 25 } }\ncalibration:',
  );
  const files = { 'study.yaml': study, 'readings.csv': early };

  it('the surface is the law', async () => {
    const { code, result } = await ask('value', files);
    expect(code).toBe(0);
    expect([result.law, result.estimand]).toEqual(['fit', 'gaussian']);
    expect(result.protocols.early.value).toBeGreaterThan(result.protocols.late.value);
    expect(result.warnings.map(({ kind }: { kind: string }) => kind)).toContain('surface-law');
  });

  it('identify asks for what was realised, and a run without it leaves it out', async () => {
    const { code, result } = await ask('identify', files);
    expect([code, result.problems[0].path]).toEqual([3, 'realised']);
    const run = await ask('run', files);
    expect(run.result.skipped.find(({ step }: { step: string }) => step === 'identify').why).toContain(
      'does not say which protocol was run',
    );
    const realised = await ask('identify', { ...files, 'study.yaml': `${study}realised: early\n` });
    expect([realised.code, realised.result.law, realised.result.surface]).toEqual([0, 'fit', undefined]);
  });
});

describe('problems', () => {
  it.each([
    ['{ surface: true, kernels: [ou] }', 'fit.kernels'],
    ['{ surface: true, trait: true }', 'fit.trait'],
    ['{ surface: { bandwidth: 0 } }', 'fit.surface.bandwidth'],
    ['{ surface: { bandwidth: 0.1 } }', 'fit.surface.bandwidth'],
    ['{ surface: { bandwidth: 9 } }', 'fit.surface.bandwidth'],
    ['{ surface: { units: 1 } }', 'fit.surface.units'],
    ['{ surface: { units: 1000 } }', 'calibration.data'],
    ['{ surface: false }', 'fit.surface'],
  ])('fit: %s', async (fit, path) => {
    const { code, result } = await asked('fit', fitted(fit));
    expect(code).toBe(3);
    expect(result.problems.map((one: { path: string }) => one.path)).toContain(path);
  });

  it('calibrate names what would tell how uncertain values are', async () => {
    const { code, result } = await asked('calibrate', STUDY);
    expect([code, result.problems[0].path]).toEqual([3, 'fit']);
    expect(result.problems[0].accepted).toContain('`kernels` in place of `surface`');
  });

  it.each([
    ['assume: stationary', 'assume'],
    ['know: { nonNegative: true }', 'know'],
  ])('%s is not used with what was seen', async (more, path) => {
    const { code, result } = await asked('identify', having(more));
    expect([code, result.problems.map((one: { path: string }) => one.path)]).toEqual([3, [path]]);
  });
});
