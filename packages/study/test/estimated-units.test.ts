import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';

interface Case {
  data: 'plain' | 'logged';
  calibration: Record<string, unknown>;
  target: string | Record<string, number | number[]>;
  variance: number;
  mean?: number;
  values: Record<string, number>;
}

// By numpy and scipy: see estimated_units.py.
const { times, cases, ...tables }: { times: number[]; cases: Case[] } & Record<Case['data'], number[][]> =
  JSON.parse(readFileSync(new URL('estimated_units.json', import.meta.url), 'utf8'));
const csv = (rows: readonly (readonly number[])[]) =>
  `unit,${times.join(',')}\n${rows.map((row, i) => `${i},${row.join(',')}`).join('\n')}\n`;
const FILES = { 'plain.csv': csv(tables.plain), 'logged.csv': csv(tables.logged) };

const study = (
  { data, calibration, target }: Pick<Case, 'data' | 'calibration' | 'target'>,
  more: object = {},
) => {
  const noise = calibration.transform === 'log' ? 0.012 : 120;
  return JSON.stringify({
    sightline: 1,
    time: { horizon: 24, points: 12, unit: 'h' },
    target,
    protocols: {
      pricks: { at: [7, 13, 19], noise },
      window: { at: 12, width: 8, noise },
      both: [
        { at: 3, noise },
        { at: 17, width: 6, noise },
      ],
    },
    calibration: { data: `${data}.csv`, ...calibration },
    ...more,
  });
};

const asked = (command: Parameters<typeof ask>[0], text: string, more: object = {}) =>
  ask(command, { 'study.yaml': text, ...FILES }, { draws: 100, ...more });

const kindsOf = (result: { warnings: { kind: string }[] }) => result.warnings.map(({ kind }) => kind);

describe('a law estimated in the unit of the data', () => {
  it.each(cases.map((one) => [JSON.stringify(one.target), JSON.stringify(one.calibration), one] as const))(
    '%s from %s is numpy’s in every command',
    async (_target, _calibration, one) => {
      const gaussian = one.calibration.estimand === undefined;
      const text = study(one);
      const { result: calibrated } = await asked('calibrate', text);
      const { result: valued } = await asked('value', text);
      for (const { target } of [calibrated, valued]) {
        expect(target.unit).toBe('data');
        expect(Math.abs(target.variance / one.variance - 1)).toBeLessThan(1e-8);
        if (one.mean !== undefined) expect(target.mean).toBeCloseTo(one.mean, 9);
      }
      for (const [name, value] of Object.entries(one.values)) {
        expect(Math.abs(calibrated.protocols[name].value - value)).toBeLessThan(1e-8);
        expect(Math.abs(valued.protocols[name].value - value)).toBeLessThan(1e-8);
      }
      // Who does not say which unit is meant is told, and only where there are two.
      for (const result of [calibrated, valued])
        expect(kindsOf(result).includes('scale-default')).toBe(gaussian);
    },
  );

  it('serves plan, and a design under laws drawn, each with its own thresholds', async () => {
    const more = {
      catalogue: [{ at: { from: 1, to: 23, count: 6 }, noise: 120 }],
      choose: { exactly: 2 },
      realised: 'pricks',
    };
    for (const one of [cases[1]!, cases[0]!]) {
      const text = study({ ...one, calibration: { ...one.calibration, scale: 'data' } }, more);
      expect((await asked('plan', text)).code).toBe(0);
      const { code, result } = await asked('design', text, { under: 'draws', draws: 20 });
      expect(code).toBe(0);
      expect(result.best.objective).toBeLessThanOrEqual(result.best.value + 0.05);
      const run = await asked('run', text, { draws: 100 });
      expect(Object.keys(run.result.steps)).toEqual(['value', 'identify', 'calibrate', 'plan', 'design']);
      expect(run.result.warnings.some(({ kind }: { kind: string }) => kind === 'scale-default')).toBe(false);
    }
  });

  it('is the law of the same moments under `latent`', async () => {
    const one = cases[3]!;
    const { result } = await asked('value', study(one));
    const scaled = await asked(
      'value',
      study({ ...one, calibration: { ...one.calibration, scale: 'standardised' } }),
    );
    // The mean of a logarithm is no mean of z-scores.
    expect(scaled.result.target.unit).toBe('sd');
    expect(scaled.result.protocols.window.value).not.toBeCloseTo(result.protocols.window.value, 3);
  });

  it('a standardised scale with the best-linear value, and levels that it cannot have, are refused', async () => {
    const linear = {
      data: 'plain',
      calibration: { noise: 0, estimand: 'linear', scale: 'standardised' },
      target: 'mean',
    } as const;
    const refused = await asked('calibrate', study(linear));
    expect(refused.result.problems).toMatchObject([{ path: 'calibration.scale' }]);
    const standardised = {
      data: 'plain',
      calibration: { noise: 64, scale: 'standardised' },
      target: { above: 180 },
    } as const;
    for (const command of ['calibrate', 'value'] as const) {
      const { result } = await asked(command, study(standardised));
      expect(result.problems).toMatchObject([
        { path: 'target.above', accepted: expect.stringContaining('`scale: data` or `estimand: linear`') },
      ]);
    }
    const never = await asked('calibrate', study({ ...cases[1]!, target: { above: 18000 } }));
    expect(never.result.problems).toMatchObject([
      { path: 'target.above', why: expect.stringContaining('hardly varies') },
    ]);
    const wrong = await asked(
      'calibrate',
      study({ ...linear, calibration: { noise: 0, estimand: 'linear' }, target: { between: [180, 70] } }),
    );
    expect(wrong.result.problems).toHaveLength(1);
  });

  it('a target in the unit of the data beside a standardised law leaves out the steps that need the law', async () => {
    const one = cases.find(({ calibration, target }) => calibration.estimand && target !== 'mean')!;
    const latent = { kernel: { ou: { tau: 5 } } };
    const { code, result } = await asked('run', study(one, { latent }));
    expect(code).toBe(0);
    expect(Object.keys(result.steps)).toEqual(['calibrate', 'plan']);
    expect(result.skipped[0]).toMatchObject({ step: 'value', why: expect.stringContaining('standardised') });
    const inData = await asked('run', study(one, { latent: { ...latent, mean: 140, sd: 40 } }));
    expect(Object.keys(inData.result.steps)).toEqual(['value', 'calibrate', 'plan']);
  });

  it('times that vary more than three times as much as others, made equal, are part of the answer', async () => {
    // A thousandfold variance at one time.
    const rows = tables.plain.map((row) =>
      row.map((value, j) => (j === 3 ? 140 + 30 * (value - 140) : value)),
    );
    const wild = { 'study.yaml': '', 'plain.csv': csv(rows) };
    const told = async (scale: string) => {
      const text = study({ data: 'plain', calibration: { noise: 0, scale }, target: 'mean' });
      return kindsOf((await ask('value', { ...wild, 'study.yaml': text })).result);
    };
    expect(await told('standardised')).toContain('unequal-variances');
    expect(await told('data')).not.toContain('unequal-variances');
    const even = tables.plain.map((row) =>
      row.map((value, j) => value / (40 + 15 * Math.cos(times[j]! / 3))),
    );
    const text = study({ data: 'plain', calibration: { noise: 0, scale: 'standardised' }, target: 'mean' });
    const { result } = await ask('value', { 'study.yaml': text, 'plain.csv': csv(even) });
    expect(kindsOf(result)).not.toContain('unequal-variances');
  });
});
