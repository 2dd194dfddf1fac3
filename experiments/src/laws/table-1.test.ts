import { expect, it } from 'vitest';
import { crossTarget, designInstances, SETTINGS } from './table-1.ts';
import { efficiencies, table1Rows } from './table-1-rows.ts';

it('Table 1 comes out to three decimals; what hangs on ties is as an independent implementation found it', async () => {
  const instances = await designInstances();
  expect(instances).toHaveLength(25);
  expect(instances.at(-1)!.design.sets).toBe(802);
  for (const { what, verdict } of table1Rows(instances)) expect(verdict, what).not.toBe('differs');
  const rounded = (values: readonly number[]) => values.map((value) => Number(value.toFixed(3)));
  expect(rounded(efficiencies(instances, 'kernelQuadrature'))).toEqual([0.166, 0.881, 0.988]);
  expect(rounded(efficiencies(instances, 'mutualInformation'))).toEqual([0.601, 0.874, 0.888]);
});

it('a protocol designed for a target is the best one for it', () => {
  for (const setting of SETTINGS) {
    const table = crossTarget(setting);
    table.forEach((row, t) => {
      expect(row[t]).toBeCloseTo(1, 12);
      for (const efficiency of row) expect(efficiency).toBeLessThanOrEqual(1 + 1e-12);
    });
  }
});
