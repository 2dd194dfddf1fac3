import { fillNormal, randomStream } from '@sightline/engine/internal';
import { expect, it } from 'vitest';
import { ask } from '../../../test/ask.ts';
import type { CalibrateResult } from './plan-and-result.ts';

const POINTS = 8;

/** Whether the law fits, of units that are made of a Gaussian law. */
async function heldOutOf(
  study: number,
  units: number,
  shape: (z: number) => number,
  target: unknown,
  transform: 'none' | 'log',
) {
  const normals = new Float64Array(units * (POINTS + 1));
  fillNormal(randomStream(study, 'held-out verdict'), normals);
  const rows = Array.from({ length: units }, (_, i) => {
    const own = normals.subarray(i * (POINTS + 1), (i + 1) * (POINTS + 1));
    let z = own[0]!;
    const row = Array.from({ length: POINTS }, (__, j) => {
      if (j > 0) z = 0.7 * z + Math.sqrt(1 - 0.49) * own[j]!;
      return shape(Math.sqrt(0.3) * own[POINTS]! + Math.sqrt(0.7) * z);
    });
    return `u${i},${row.join(',')}`;
  });
  const head = `unit,${Array.from({ length: POINTS }, (_, j) => j + 0.5).join(',')}`;
  const text = {
    sightline: 1,
    time: { horizon: POINTS, points: POINTS },
    target,
    protocols: { one: { at: 4.5, noise: 0 }, four: { at: [0.5, 2.5, 5.5, 7.5], noise: 0 } },
    calibration: { data: 'units.csv', noise: 0, scale: 'data', transform },
  };
  const files = { 'study.yaml': JSON.stringify(text), 'units.csv': `${head}\n${rows.join('\n')}\n` };
  const { code, result } = await ask('calibrate', files, { draws: 100 });
  if (code !== 0) throw new Error(JSON.stringify(result.problems));
  return (result as CalibrateResult).fit!.heldOut!;
}

const differ = ({ protocols }: Awaited<ReturnType<typeof heldOutOf>>) =>
  Object.values(protocols).some((one) => one!.differs);

it('calls a law wrong that is right in few studies only, where the target has a heavy tail', async () => {
  const found = [];
  for (let study = 1; study <= 40; study++)
    found.push(await heldOutOf(study, 40, (z) => Math.exp(1.2 * z), 'mean', 'log'));
  // Two errors of the ratio itself would call ten of them wrong.
  expect(found.filter(differ).length).toBeLessThanOrEqual(3);
  // The mean of a lognormal quantity is that of its largest units.
  expect(found.filter(({ few }) => few).length).toBeGreaterThan(15);
  for (const { few, largest } of found) expect(few).toBe(largest > 0.25);
});

it('calls a law wrong that is wrong, where there are units enough to see it', async () => {
  for (let study = 1; study <= 5; study++)
    expect(differ(await heldOutOf(study, 300, (z) => Math.exp(1.2 * z), { above: 1.5 }, 'none'))).toBe(true);
});
