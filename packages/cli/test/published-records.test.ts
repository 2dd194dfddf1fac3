// The published figures of Sleep-EDF and LTAF from the raw annotations, with the folds behind them. Nobody's records are
// ours to pass on: who has them names their folder.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RetrospectResult } from '@sightline/study';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../src/main.ts';
import { nodeStudyFiles } from '../src/process/node-study-files.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const data = process.env.SIGHTLINE_DATA || path('../../../../shared/data');

/** It takes seconds, but other tests may run beside it. */
const TIME = 120_000;

function among(database: string) {
  const there = existsSync(join(data, database)) && existsSync(join(data, 'splits'));
  if (!there)
    console.warn(
      `${database} or splits is not in ${data}: skipped. SIGHTLINE_DATA names the folder that holds them.`,
    );
  return describe.skipIf(!there);
}

async function retrospect(example: string, ...argv: string[]): Promise<RetrospectResult> {
  let out = '';
  const code = await main(
    ['retrospect', path(`../../../examples/${example}/study.yaml`), '--json', ...argv],
    {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        throw new Error(text);
      },
      files: nodeStudyFiles(),
      env: { SIGHTLINE_DATA: data },
      now: () => 0,
    },
  );
  expect(code).toBe(0);
  return JSON.parse(out);
}

/** How many ranges of dispersed less contiguous lie above zero, below it, across it. */
function sides({ targets }: RetrospectResult, names: readonly string[]) {
  const cells = names.flatMap((name) =>
    targets[name]!.contrasts.filter(({ a, b }) => /^dispersed-/.test(a) && /^contiguous-/.test(b)),
  );
  const [above, below] = [
    cells.filter(({ low }) => low > 0).length,
    cells.filter(({ high }) => high < 0).length,
  ];
  return [above, below, cells.length - above - below];
}

among('sleep-edfx')('Sleep-EDF', () => {
  let result: RetrospectResult;
  beforeAll(async () => {
    result = await retrospect('sleep-edf');
  }, TIME);
  const r2 = (target: string, template: string) => result.targets[target]!.templates[template]!.r2;

  it('is read whole', () => {
    expect(result).toMatchObject({ records: 197, units: 100, skipped: [], notes: [] });
    expect(result.hours).toBeCloseTo(3818.0, 1);
    expect(result.medianHours).toBeCloseTo(22.6, 1);
    expect(result.folds).toEqual({ file: 'splits/sleep-edfx.csv' });
    expect(result.targets['N3-ST']!.folds).toEqual({ file: 'splits/sleep-edfx-ST.csv' });
  });

  it.each([
    ['REM', 'contiguous-4', 0.6477],
    ['REM', 'dispersed-4', 0.6821],
    ['REM', 'aware-4', 0.6175],
    ['REM', 'contiguous-16', 0.6592],
    ['REM', 'dispersed-16', 0.7377],
    ['REM', 'aware-16', 0.6937],
    ['N3', 'contiguous-16', 0.6047],
    ['N3', 'dispersed-16', 0.7558],
    ['N3', 'aware-16', 0.8445],
  ])('%s %s: R² %d', (target, template, published) => {
    expect(Math.abs(r2(target, template) - published)).toBeLessThan(1e-4);
  });

  it('REM contiguous and dispersed at N=64, to the three published digits', () => {
    expect(Math.abs(r2('REM', 'contiguous-64') - 0.863)).toBeLessThan(5.1e-4);
    expect(Math.abs(r2('REM', 'dispersed-64') - 0.881)).toBeLessThan(5.1e-4);
  });

  it('kernel quadrature for REM at N=16: as published but for two pairs of anchors that read the same', () => {
    // In one fold anchors 19 and 20, and 35 and 38, agree in all training records: which of them is taken is rounding's
    // choice in the published 0.650. The four choices give 0.6444, 0.6526, 0.6504, 0.6496; the middle one, our rule, the
    // first.
    expect(Math.abs(r2('REM', 'kernelQuadrature-16') - 0.6444)).toBeLessThan(1e-4);
  });

  it.each([
    ['REM', 0.079, 0.221, 0.161],
    ['N3', 0.151, -0.293, 0.554],
    ['Wake', 0.019, 0.321, -0.123],
  ])('%s, dispersed less contiguous at N=16: %d, in SC %d, in ST %d', (target, ...published) => {
    [target, `${target}-SC`, `${target}-ST`].forEach((name, k) => {
      const { difference } = result.targets[name]!.contrasts.find(({ a }) => a === 'dispersed-16')!;
      expect(Math.abs(difference - published[k]!)).toBeLessThan(5.1e-4);
    });
  });

  it('ranges lie above zero in 9 of 15 cells; of SC and ST 10 above, 5 below, 15 across', () => {
    const targets = ['REM', 'N3', 'Wake'];
    expect(sides(result, targets)).toEqual([9, 0, 6]);
    expect(
      sides(
        result,
        targets.flatMap((name) => [`${name}-SC`, `${name}-ST`]),
      ),
    ).toEqual([10, 5, 15]);
  });

  it('learned supports of two targets have little in common', () => {
    const own = result.overlaps.filter(({ layout, budget }) => layout === 'aware' && budget === 16);
    expect(own).toHaveLength(3);
    for (const { jaccard } of own) {
      expect(jaccard).toBeGreaterThan(0.055);
      expect(jaccard).toBeLessThan(0.095);
    }
  });
});

among('ltafdb')('LTAF', () => {
  let result: RetrospectResult;
  beforeAll(async () => {
    result = await retrospect('ltaf');
  }, TIME);

  it('is read whole', () => {
    expect(result).toMatchObject({ records: 84, units: 84, hours: 1934.25, skipped: [] });
    expect(result.medianHours).toBeCloseTo(24, 1);
    expect(Object.values(result.targets).map(({ cohort, folds }) => [cohort.records, folds])).toEqual([
      [84, { file: 'splits/ltafdb-all.csv' }],
      [71, { file: 'splits/ltafdb-strict.csv' }],
      [33, { file: 'splits/ltafdb-mixed.csv' }],
    ]);
  });

  it.each([
    ['AF', 1e-4, 0.6964, 0.9707, 0.8506, 0.9982],
    ['AF-strict', 5.1e-4, 0.596, 0.958, 0.748, 0.998],
    ['AF-mixed', 5.1e-4, 0.18, 0.829, 0.43, 0.99],
  ])('%s, contiguous and dispersed at N=4 and N=16, within %d', (target, tolerance, ...published) => {
    ['contiguous-4', 'dispersed-4', 'contiguous-16', 'dispersed-16'].forEach((template, k) => {
      const { r2 } = result.targets[target]!.templates[template]!;
      expect(Math.abs(r2 - published[k]!), template).toBeLessThan(tolerance);
    });
  });

  it('dispersion gains at every budget but one window, where it loses 0.061', () => {
    const [one, ...more] = result.targets.AF!.contrasts;
    expect(one).toMatchObject({ a: 'dispersed-1', b: 'contiguous-1' });
    expect(one!.difference).toBeCloseTo(-0.061, 3);
    expect(one!.low).toBeLessThan(0);
    expect(one!.high).toBeGreaterThan(0);
    for (const { low } of more) expect(low).toBeGreaterThan(0);
  });
});
