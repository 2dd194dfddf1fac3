import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MOST_HELD } from '@sightline/data';
import { fillNormal, randomStream } from '@sightline/engine/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { denseStudy } from '../../study/test/dense-fixtures.ts';
import { main } from '../src/main.ts';
import { nodeStudyFiles } from '../src/process/node-study-files.ts';

/** Units on the grid of the fixtures: a random walk, and a little more than can be held. */
function denseCsv(units: number): string {
  const lines = Array.from({ length: units }, (_, unit) => {
    const draws = new Float64Array(4);
    fillNormal(randomStream(1, 'large', unit), draws);
    let sum = 0;
    return [`u${unit}`, ...draws.map((draw) => (sum += draw))].join(',');
  });
  return `unit,1.25,3.75,6.25,8.75\n${lines.join('\n')}\n`;
}

describe('more units than are held', () => {
  const units = MOST_HELD + 500;
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sightline-large-'));
    writeFileSync(join(folder, 'dense.csv'), denseCsv(units));
    symlinkSync('whole.csv', join(folder, 'linked.csv'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function calibrate(calibration: string, large: number, target = 'mean') {
    const study = join(folder, 'study.yaml');
    writeFileSync(study, denseStudy(calibration).replace('target: mean', `target: ${target}`));
    let out = '';
    const code = await main(['calibrate', study, '--json', '--draws', '200'], {
      out: (text) => {
        out += text;
      },
      err: () => {},
      files: nodeStudyFiles({}, large),
      env: {},
      now: () => 0,
    });
    return { code, ...JSON.parse(out) };
  }

  it.each([
    ['{ data: dense.csv, noise: 0.2 }', 'mean'],
    ['{ data: dense.csv, noise: 0, estimand: linear }', '{ above: 0.5 }'],
  ])(
    '%s: resamples groups, and is the same whether it was read in parts or as a whole',
    async (calibration, target) => {
      const whole = await calibrate(calibration, 1 << 30, target);
      const parts = await calibrate(calibration, 1, target);
      expect(whole).toMatchObject({ code: 0, units, resampled: { groups: 256 } });
      expect(parts).toMatchObject({ code: 0, units, resampled: { groups: 256 }, inputHash: whole.inputHash });
      for (const name of ['early', 'late'])
        for (const field of ['value', 'low', 'high'])
          expect(parts.protocols[name][field]).toBeCloseTo(whole.protocols[name][field], 9);
    },
  );

  it('is the same from several files, in a list of any order or by a pattern', async () => {
    const whole = denseCsv(120);
    const [head, ...lines] = whole.trimEnd().split('\n');
    const part = (from: number, to: number) => `${[head, ...lines.slice(from, to)].join('\n')}\n`;
    writeFileSync(join(folder, 'whole.csv'), whole);
    for (const [k, [from, to]] of [
      [0, 50],
      [50, 51],
      [51, 120],
    ].entries())
      writeFileSync(join(folder, `part-${k}.csv`), part(from!, to!));
    const numbers = async (data: string) => {
      const { code, units, protocols, comparisons, inputHash } = await calibrate(
        `{ data: ${data}, noise: 0.2 }`,
        1 << 30,
      );
      return { inputHash, numbers: { code, units, protocols, comparisons } };
    };
    const one = await numbers('whole.csv');
    const pattern = await numbers('part-*.csv');
    const list = await numbers('[part-2.csv, part-0.csv, part-1.csv]');
    expect(one.numbers).toMatchObject({ code: 0, units: 120 });
    expect(pattern.numbers).toEqual(one.numbers);
    expect(list.numbers).toEqual(one.numbers);
    writeFileSync(join(folder, 'part-2.csv'), part(51, 119));
    expect((await numbers('part-*.csv')).inputHash).not.toBe(pattern.inputHash);
  });

  it.each([
    ['part-9*.csv', 'no file has such a name'],
    ['[whole.csv, whole.csv]', 'this file is named twice'],
    ['[whole.csv, ./whole.csv], duplicates: average', 'this file is named twice'],
    ['[whole.csv, linked.csv], duplicates: average', 'this file is named twice, also as'],
    ['[whole.csv, absent.csv]', 'there is no such file'],
  ])('refuses %s', async (data, why) => {
    const { code, problems } = await calibrate(`{ data: ${data}, noise: 0.2 }`, 1);
    expect(code).toBe(3);
    expect(JSON.stringify(problems)).toContain(why);
  });

  it('says about the same as units that are held', async () => {
    writeFileSync(join(folder, 'held.csv'), denseCsv(MOST_HELD));
    const grouped = await calibrate('{ data: dense.csv, noise: 0.2 }', 1);
    const held = await calibrate('{ data: held.csv, noise: 0.2 }', 1);
    expect(held.resampled).toEqual({ units: MOST_HELD });
    for (const name of ['early', 'late']) {
      const { value, standardError } = held.protocols[name];
      expect(Math.abs(grouped.protocols[name].value - value)).toBeLessThan(standardError);
      expect(grouped.protocols[name].standardError / standardError).toBeGreaterThan(0.7);
      expect(grouped.protocols[name].standardError / standardError).toBeLessThan(1.4);
    }
  });
});
