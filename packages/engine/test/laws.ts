import { rescaleToCorrelation } from '../src/model/covariance-repair.ts';
import { kernelMatrix } from '../src/model/latent-kernel.ts';
import { functionTarget, target } from '../src/model/target.ts';
import { timeGrid } from '../src/model/time/time-grid.ts';
import type { Measurement } from '../src/model/value/action.ts';
import type { Family } from '../src/model/value/protocol-family.ts';
import { exp } from '../src/numerics/elementary.ts';
// Laws, catalogues and families for tests of whole families: large correlations, windows, protocols of all lengths.
import { wasmKernels } from '../src/numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../src/numerics/matrix.ts';
import { fillNormal, integerBelow, permutation, randomStream } from '../src/numerics/random/random-stream.ts';

export const targets = [
  target('mean'),
  target({ above: 0 }),
  target({ above: 1.5 }),
  target({ outside: 1.2 }),
  target({ logistic: 2 }),
  target({ square: true }),
  functionTarget((z) => exp(z / 2), { name: 'exponential', terms: 12 }),
];

/** Estimates from few units are where correlations are large everywhere. */
export function covarianceOf(points: number, units: number | 'true'): Matrix {
  const grid = timeGrid(20, points);
  const truth = kernelMatrix({ ou: { tau: 2 } }, 0, grid);
  if (units === 'true') return truth;
  const cholesky = wasmKernels().cholesky(truth);
  if (!cholesky.ok) throw new Error('not positive definite');
  const normals = zeros(units, points);
  fillNormal(randomStream(3, units), normals.data);
  const scatter = wasmKernels().crossGram(wasmKernels().multiply(normals, cholesky.factor, 'right'));
  for (let j = 0; j < points; j++) scatter.data[j * points + j]! += 0.1;
  rescaleToCorrelation(scatter);
  return scatter;
}

export function catalogueOf(points: number, noise: number): Measurement[] {
  return Array.from({ length: 10 }, (_, i) => {
    const first = Math.floor(((i + 0.5) * points) / 10);
    return { first, last: i === 4 ? first + 2 : first, noise };
  });
}

/** Protocols of all lengths in no order, so that beginnings are shared or not and few and many rows alternate. */
export function mixedFamily(lengths: number[], count: number): Family {
  const members: number[] = [];
  const starts = [0];
  for (let i = 0; i < count; i++) {
    const length = lengths[integerBelow(randomStream(5, 'length'), lengths.length, i)]!;
    // Often the beginning of the protocol before, as a search would ask.
    const order = [...permutation(randomStream(6, Math.floor(i / 3)), 10)];
    members.push(...order.slice(0, length));
    starts.push(members.length);
  }
  return { members: Int32Array.from(members), starts: Int32Array.from(starts) };
}
