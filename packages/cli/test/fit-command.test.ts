import { describe, expect, it } from 'vitest';
import { simulatedReadings, sparseCsv } from '../../study/test/sparse-fixtures.ts';
import { runInMemory } from '../src/memory-io.ts';

const STUDY = `sightline: 1
time: { horizon: 24, points: 12, unit: h }
target: mean
`;
const FIT = `calibration: { data: sparse.csv }
fit: { kernels: [ou] }
`;
const PROTOCOLS = `protocols: { three: { at: [6, 12, 18], noise: 100 } }
`;
const FILES = {
  'study.yaml': STUDY + FIT + PROTOCOLS,
  'sparse.csv': sparseCsv(
    simulatedReadings({ units: 40, times: (uniform) => Array.from(uniform.subarray(0, 5), (u) => 24 * u) }),
  ),
};

describe('sightline fit', () => {
  it('writes a block that makes a study of its own, with the same values', async () => {
    const { code, err, saved } = await runInMemory(
      ['fit', 'study.yaml', '--write', 'laws/latent.yaml'],
      FILES,
    );
    expect({ code, err }).toEqual({ code: 0, err: 'the latent block is in laws/latent.yaml\n' });
    const block = saved['laws/latent.yaml']!;
    const value = async (study: string) => {
      const argv = ['value', 'study.yaml', '--json', '--draws', '100'];
      const { out } = await runInMemory(argv, { ...FILES, 'study.yaml': study });
      return JSON.parse(out);
    };
    const [fitted, written] = await Promise.all([
      value(FILES['study.yaml']),
      value(STUDY + PROTOCOLS + block),
    ]);
    expect(fitted.law).toBe('fit');
    expect(written.law).toBe('latent');
    expect(written.protocols).toEqual(fitted.protocols);
  });

  it('says the same with --reml of another likelihood', async () => {
    const [ml, reml] = await Promise.all(
      [[], ['--reml']].map(async (more) =>
        JSON.parse((await runInMemory(['fit', 'study.yaml', '--json', ...more], FILES)).out),
      ),
    );
    expect([ml.method, reml.method]).toEqual(['ml', 'reml']);
    // What the mean takes is given back to the variance.
    expect(reml.best.sd).toBeGreaterThan(ml.best.sd);
    expect(Math.abs(reml.best.mean - ml.best.mean)).toBeLessThan(1);
  });

  it('refuses, before it fits, to write where nothing can be written', async () => {
    const { code, err } = await runInMemory(
      ['fit', 'study.yaml', '--write', 'no/latent.yaml'],
      FILES,
      {},
      {
        writable: async () => {
          throw new Error('it is read-only');
        },
      },
    );
    expect(code).toBe(3);
    expect(err).toContain('nothing can be written there (it is read-only)');
  });

  it('reads at 80 columns, verdict first', async () => {
    const { out } = await runInMemory(['fit', 'study.yaml'], FILES);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(out).toMatch(/^study\.yaml\n\n200 readings of 40 units are fitted best by a law with/);
    for (const heading of ['Parameters of the law', 'Correlation of two readings by the time'])
      expect(out).toContain(heading);
  });
});
