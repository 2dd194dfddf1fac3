// The same work as numpy_yardstick.py, item by item beside it: prints the seconds of both, how many times faster the
// engine is, and how far the two answers lie apart.
import {
  defaultKernels,
  functionTarget,
  kernelMatrix,
  type Matrix,
  plugInCovariance,
  target,
  timeGrid,
} from '@sightline/engine/internal';
import { findPython, measure, numpy } from './beside-numpy.ts';
import { sweep, type YardstickItem } from './sweep.ts';

interface Item extends YardstickItem {
  /** The ratio that was promised. */
  atLeast?: number;
}

const only = process.argv[2] ?? '';

const items: Item[] = [
  { ...sweep('mean', target('mean')), atLeast: 200 },
  { ...sweep('above0', target({ above: 0 })), atLeast: 10 },
  { ...sweep('above1', target({ above: 1 })), atLeast: 10 },
  // The yardstick cuts the logistic series after 30 terms, so this does too; `logistic: 2` keeps 64.
  {
    ...sweep(
      'logistic',
      functionTarget((z) => 1 / (1 + Math.exp(-2 * z)), { terms: 30 }),
    ),
    atLeast: 10,
  },
  repair(128, 100),
  repair(512, 200, 2),
  repair(1024, 400, 2),
];

/** The repaired plug-in correlation matrix of m trajectories on p points; the trace of its square. */
function repair(p: number, m: number, atLeast?: number): Item {
  return {
    name: `repair-p${p}-m${m}`,
    ...(atLeast === undefined ? {} : { atLeast }),
    prepare: () => {
      const kernels = defaultKernels();
      const cholesky = kernels.cholesky(kernelMatrix({ ou: { tau: 1 } }, 0, timeGrid(20, p)));
      if (!cholesky.ok) throw new Error(`pivot ${cholesky.pivot} is ${cholesky.value}`);
      const trajectories = kernels.multiply(hashedNormals(m, p), cholesky.factor, 'right');
      return () => {
        const { data } = plugInCovariance(trajectories).covariance;
        let sum = 0;
        for (let i = 0; i < data.length; i++) sum += data[i]! * data[i]!;
        return sum;
      };
    },
  };
}

/** As in the yardstick: entry n is the sum of 12 hashed uniforms less 6. */
function hashedNormals(m: number, p: number): Matrix {
  const data = new Float64Array(m * p);
  for (let n = 0; n < data.length; n++) {
    let sum = -6;
    for (let s = 0; s < 12; s++) {
      let h = (12 * n + s) >>> 0;
      h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
      h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
      sum += (((h ^ (h >>> 16)) >>> 0) + 0.5) / 2 ** 32;
    }
    data[n] = sum;
  }
  return { rows: m, cols: p, data };
}

const python = findPython();
if (python === undefined)
  console.log(
    'numpy is missing (Debian: apt-get install python3-numpy python3-scipy): no ratios, only our own seconds.\n',
  );

const milliseconds = (seconds: number) => (seconds * 1000).toPrecision(3).padStart(10);
console.log(
  `${'item'.padEnd(26)}${'numpy ms'.padStart(10)}${'ours ms'.padStart(10)}${'times'.padStart(8)}${'promised'.padStart(10)}  relative difference`,
);
let missed = 0;
for (const item of items.filter(({ name }) => name.startsWith(only))) {
  const theirs = python === undefined ? undefined : numpy(python, item.name);
  const ours = measure(item.prepare());
  if (theirs === undefined) {
    console.log(`${item.name.padEnd(26)}${''.padStart(10)}${milliseconds(ours.seconds)}`);
    continue;
  }
  const ratio = theirs.seconds / ours.seconds;
  const difference = Math.abs(ours.check / theirs.check - 1);
  if (item.atLeast !== undefined && ratio < item.atLeast) missed++;
  if (!(difference <= 1e-9)) missed++;
  console.log(
    `${item.name.padEnd(26)}${milliseconds(theirs.seconds)}${milliseconds(ours.seconds)}` +
      `${ratio.toFixed(1).padStart(8)}${(item.atLeast?.toString() ?? '').padStart(10)}  ${difference.toExponential(1)}`,
  );
}
if (missed > 0)
  console.log(`\n${missed} promise(s) not kept in this run; these machines are noisy: run it again alone.`);
