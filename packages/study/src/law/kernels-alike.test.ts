import { describe, expect, it } from 'vitest';
import { ask } from '../../test/ask.ts';
import { simulatedReadings, sparseCsv } from '../../test/sparse-fixtures.ts';

const study = (kernels: readonly string[]) => `sightline: 1
time: { horizon: 24, points: 12, unit: h }
target: mean
calibration: { data: sparse.csv }
fit: { kernels: [${kernels.join(', ')}] }
protocols:
  noon: { at: 13, noise: 100 }
  spread: { at: [3, 9, 15, 21], noise: 100 }
catalogue: [{ at: { from: 1, to: 23, every: 2 }, noise: 100 }]
choose: { exactly: 2 }
`;
/** Readings four hours apart and more say little of what is smooth over less. */
const APART = sparseCsv(
  simulatedReadings({ units: 40, tau: 6, seed: 4, times: (u) => [1, 7, 13, 19].map((at, k) => at + u[k]!) }),
);
const DENSE = sparseCsv(
  simulatedReadings({ units: 120, tau: 6, noise: 1, seed: 4, times: (u) => [...u].map((x) => 24 * x) }),
);
const KERNELS = ['ou', 'matern32', 'matern52'];

const asked = async (command: 'value' | 'calibrate' | 'design', kernels: readonly string[], data: string) =>
  (await ask(command, { 'study.yaml': study(kernels), 'sparse.csv': data }, { draws: 100 })).result;
const told = (result: { warnings: { kind: string; what: string }[] }) =>
  result.warnings.find(({ kind }) => kind === 'kernels-alike')?.what;

describe('kernels that the readings do not tell apart', () => {
  it('are named, with the values that each of them gives by itself', async () => {
    const fit = (await ask('fit', { 'study.yaml': study(KERNELS), 'sparse.csv': APART })).result;
    const bics = fit.candidates.map(({ bic }: { bic: number }) => bic);
    const alike = KERNELS.filter((_, k) => bics[k]! - Math.min(...bics) < 2);
    expect(alike.length).toBeGreaterThan(1);
    const alone = await Promise.all(
      alike.map(async (kernel) => (await asked('value', [kernel], APART)).protocols),
    );
    const what = told(await asked('value', KERNELS, APART))!;
    for (const kernel of alike) expect(what).toContain(kernel);
    for (const name of ['noon', 'spread']) {
      const values = alone.map((own) => own[name].value);
      expect(what).toContain(
        `of '${name}' is from ${Math.min(...values).toFixed(3)} to ${Math.max(...values).toFixed(3)}`,
      );
    }
    expect(told(await asked('calibrate', KERNELS, APART))).toBe(what);
    expect(told(await asked('design', KERNELS, APART))).toBe(what);
  });

  it('are not warned of where one is asked for, or the readings tell', async () => {
    expect(told(await asked('value', ['ou'], APART))).toBeUndefined();
    expect(told(await asked('value', KERNELS, DENSE))).toBeUndefined();
  });
});
