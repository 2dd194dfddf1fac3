// `sightline fit` on many units with few readings each: all five kernels, with held-out likelihood, standard errors and profiles, in seconds; and
// the maximum of each kernel's likelihood beside scipy's, both on one thread in processor time.
// `npm run bench -- fit [units] [readings]`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  compareFits,
  FITTED_KERNELS,
  type FitModel,
  modelFits,
  randomStream,
} from '@sightline/engine/internal';
import type { FitResult } from '@sightline/study';
import { findPython, printedBy } from './beside-numpy.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { answered } from './sightline.ts';
import { simulatedReadings } from './simulated-readings.ts';

const PROMISED = 20;

const [units = 10_000, each = 6] = process.argv.slice(2).map(Number);
const readings = simulatedReadings(
  {
    kernel: { ou: { tau: 3 } },
    trait: 0.2,
    mean: () => 140,
    sd: 50,
    noise: 100,
    units,
    readings: each,
  },
  randomStream(1, 'fit'),
);
const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
const table = join(folder, 'readings.csv');
const rows = Array.from(
  readings.values,
  (value, k) => `${Math.floor(k / each)},${readings.times[k]},${value}`,
);
writeFileSync(table, ['unit,time,value', ...rows, ''].join('\n'));
writeFileSync(
  join(folder, 'study.yaml'),
  `sightline: 1
time: { horizon: 24, points: 24, unit: h }
target: mean
fit: { kernels: [${FITTED_KERNELS.join(', ')}] }
calibration: { data: readings.csv }
`,
);

const { seconds, result } = answered<FitResult>(['fit', join(folder, 'study.yaml')]);
const { candidates } = result;
console.log(
  `sightline fit, ${units} units with ${each} readings, ${candidates.length} kernels: ${seconds.toFixed(1)} s${seconds > PROMISED ? ` (${PROMISED} were promised)` : ''}`,
);

/** Of this process, which other work on the machine does not enter. */
async function processorSeconds(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  return cpuSeconds(start);
}

const models = FITTED_KERNELS.map(
  (kernel): FitModel => ({ kernel, trait: true, mean: 'constant', noise: 'estimated' }),
);
const whole = await processorSeconds(() => compareFits(readings, models, { method: 'ml', horizon: 24 }));
console.log(`  of it the fit: ${whole.toFixed(1)} s of processor time on one thread`);

interface Found {
  kernel: string;
  seconds: number;
  /** Of one likelihood, without a gradient. */
  once: number;
  logLikelihood: number;
}

const python = findPython();
const theirs = python
  ? printedBy(python, 'numpy_fit.py', table, ...FITTED_KERNELS)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Found)
  : [];
console.log('kernel               scipy s    ours s   times   log-likelihood over scipy’s');
for (const [n, kernel] of FITTED_KERNELS.entries()) {
  const ours = await processorSeconds(() =>
    modelFits.prepare({ readings, models, method: 'ml', horizon: 24 })(n),
  );
  const other = theirs.find((one) => one.kernel === kernel);
  const above = other && candidates.find((one) => kernel in one.kernel)!.logLikelihood - other.logLikelihood;
  console.log(
    `${kernel.padEnd(20)}${other?.seconds.toFixed(2).padStart(8) ?? '       –'}${ours.toFixed(2).padStart(10)}${other ? (other.seconds / ours).toFixed(1).padStart(8) : '       –'}   ${above?.toFixed(4) ?? '–'}`,
  );
}
rmSync(folder, { recursive: true });
