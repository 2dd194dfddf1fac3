import { lawPlan, openStudy, withLaw } from '@sightline/study';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../study/memory-files.ts';
import { lawAndData } from './law-picture.ts';

const POINTS = 4;
const noise = (k: number) => ((k * 7919) % 101) / 50 - 1;
/** Unit, time, value: `days` trajectories of each of 30 units; a unit's own level makes them alike. */
const rows = (days: number) =>
  Array.from({ length: 30 * days }, (_, i) =>
    Array.from({ length: POINTS }, (_, j) => ({
      unit: Math.floor(i / days),
      day: i % days,
      time: j + 0.5,
      value: 50 + 10 * noise(Math.floor(i / days) + 1) + 3 * noise(17 * i + 5 * j + 3) + j,
    })),
  ).flat();

async function pictureOf(text: string, data: string) {
  const files = memoryFiles(new Map([['data.csv', new TextEncoder().encode(data)]]));
  const study = new TextEncoder().encode(`sightline: 1
time: { horizon: 4, points: ${POINTS} }
target: mean
protocols: { one: { at: 1 } }
${text}`);
  const opened = await openStudy(
    'study.yaml',
    { read: async (path) => (path === 'study.yaml' ? study : files.read(path)) },
    'value',
  );
  const { plan } = await opened.plan((asking) => lawPlan(asking));
  return lawAndData(await withLaw(plan), 0);
}

type Column = keyof ReturnType<typeof rows>[number];
const csv = (of: ReturnType<typeof rows>, columns: Column[] = ['unit', 'time', 'value']) =>
  [columns, ...of.map((row) => columns.map((name) => row[name]))].map((one) => one.join(',')).join('\n');

/** The variance of a mean, from numbers that are independent of each other. */
const errorOf = (values: readonly number[]) => {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return 1.96 * Math.sqrt(squares / (values.length - 1) / values.length);
};

describe('data behind a law', () => {
  it('are its trajectories, and the error of the mean that of its units', async () => {
    const all = rows(1);
    const { data, mean } = await pictureOf('calibration: { data: data.csv, noise: 0.5 }', csv(all));
    const at = (j: number) => all.filter(({ time }) => time === j + 0.5).map(({ value }) => value);
    expect(data?.units).toBe(30);
    expect(data?.paths[0]).toEqual(all.slice(0, POINTS).map(({ value }) => value));
    mean.forEach((m, j) => {
      expect(m).toBeCloseTo(at(j).reduce((sum, one) => sum + one) / 30, 9);
      expect(data?.error[j]).toBeCloseTo(errorOf(at(j)), 9);
    });
  });

  it('of several days a unit are not taken for more units', async () => {
    const all = rows(3);
    const law = 'calibration: { data: data.csv, noise: 0.5, columns: { trajectory: day } }';
    const { data } = await pictureOf(law, csv(all, ['unit', 'day', 'time', 'value']));
    for (let j = 0; j < POINTS; j++) {
      // With as many days each, the mean is that of the units' means.
      const means = Array.from({ length: 30 }, (_, unit) =>
        all
          .filter((row) => row.unit === unit && row.time === j + 0.5)
          .reduce((sum, { value }) => sum + value / 3, 0),
      );
      expect(data?.error[j]).toBeCloseTo(errorOf(means), 9);
    }
  });

  it('are standardised where the law is', async () => {
    const all = csv(rows(1));
    const law = (scale: string) => `calibration: { data: data.csv, noise: 0.5, scale: ${scale} }`;
    const own = await pictureOf(law('data'), all);
    const standardised = await pictureOf(law('standardised'), all);
    own.data!.paths.forEach((path, n) => {
      path.forEach((value, j) => {
        expect(standardised.data!.paths[n]![j]!).toBeCloseTo((value! - own.mean[j]!) / own.sd[j]!, 6);
      });
    });
  });

  it('that are sparse are readings, and the error that of the fitted mean', async () => {
    // Readings of a mean that is known: without memory its error is that of independent readings.
    const readings = Array.from(
      { length: 300 },
      (_, i) => `${i >> 1},${(i % 2) * 2 + (i % 7) / 4 + 0.1},${5 + noise(i + 1)}`,
    );
    const law =
      'calibration: { data: data.csv, noise: 0.2 }\nfit: { kernels: [ou], trait: false, mean: constant }';
    const { data } = await pictureOf(law, ['unit,time,value', ...readings].join('\n'));
    expect(data?.readings).toHaveLength(300);
    expect(data?.paths).toEqual([]);
    const expected = errorOf(readings.map((row) => Number(row.split(',')[2])));
    for (const error of data!.error) expect(error / expected).toBeCloseTo(1, 1);
  });

  it('are none where the law is given', async () => {
    expect((await pictureOf('latent: { kernel: { ou: { tau: 1 } } }', '')).data).toBeUndefined();
  });
});
