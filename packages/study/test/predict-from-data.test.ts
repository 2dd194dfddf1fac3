import { exp, fillNormal, randomStream } from '@sightline/engine/internal';
import { expect, it } from 'vitest';
import { ask } from './ask.ts';

const P = 12;
const [UNITS, NEW, STUDIES] = [30, 300, 16];

/** L of a law with a trait, LLᵀ = K. */
const factor: number[][] = [];
for (let j = 0; j < P; j++) {
  const row: number[] = [];
  for (let k = 0; k < j; k++) {
    const rest = row.reduce((sum, own, l) => sum + own * factor[k]![l]!, 0);
    row.push((0.3 + 0.7 * exp((k - j) / 3) - rest) / factor[k]![k]!);
  }
  row.push(Math.sqrt(1 - row.reduce((sum, own) => sum + own * own, 0)));
  factor.push(row);
}

it.each([
  ['the mean, best-linear', 'mean', 'estimand: linear', 'none'],
  ['the mean', 'mean', 'scale: data', 'none'],
  ['time above', '{ above: 180 }', 'scale: data', 'none'],
  ['the mean, log', 'mean', 'scale: data, transform: log', 'log'],
])(
  'a law from 30 units, %s: intervals of 0.9 hold in 0.88 to 0.92 of new units',
  async (_, target, more, transform) => {
    let held = 0;
    for (let study = 0; study < STUDIES; study++) {
      const normals = new Float64Array((UNITS + NEW) * P);
      fillNormal(randomStream(7, 'units', study), normals);
      const rows = Array.from({ length: UNITS + NEW }, (_, i) =>
        factor.map((row) => {
          const z = row.reduce((sum, own, k) => sum + own * normals[i * P + k]!, 0);
          return transform === 'log' ? exp(4.9 + 0.35 * z) : 140 + 50 * z;
        }),
      );
      const dense = rows.slice(0, UNITS).map((row, i) => [`u${i}`, ...row].join(','));
      const fresh = rows.slice(UNITS);
      const { result } = await ask(
        'predict',
        {
          'study.yaml': `
sightline: 1
time: { horizon: 12, points: 12, unit: h }
target: ${target}
protocols: { three: { at: [2.5, 6.5, 10.5], noise: 0 } }
calibration: { data: dense.csv, noise: 0, ${more} }
`,
          'dense.csv': `unit,${factor.map((_, j) => j + 0.5).join(',')}\n${dense.join('\n')}\n`,
          'new.csv': `unit,a,b,c\n${fresh.map((row, i) => `n${i},${row[2]},${row[6]},${row[10]}`).join('\n')}\n`,
        },
        { readings: 'new.csv', level: 0.9, draws: 1000 },
      );
      fresh.forEach((row, i) => {
        const own =
          target === 'mean'
            ? row.reduce((sum, value) => sum + value, 0) / P
            : row.filter((value) => value > 180).length / P;
        const { low, high } = result.predictions[i];
        if (low <= own && own <= high) held++;
      });
    }
    expect(held / NEW / STUDIES).toBeGreaterThan(0.88);
    expect(held / NEW / STUDIES).toBeLessThan(0.92);
  },
  60_000,
);
