import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { chiSquareAt } from '../../numerics/random/chi-square.ts';
import { fillNormal, type RandomStream, split } from '../../numerics/random/random-stream.ts';
import type { UnitLaw } from './simulated-units.ts';

/**
 * At most p rows whose products add up to a matrix with the law of the scatter of `units` units about their mean, without
 * drawing the units: Bartlett's decomposition. The units less their mean are n = units − 1 independent ones turned, and of
 * n × p normal numbers the triangular factor has √χ²_{n−i} on its diagonal, normal numbers to the right of it and nothing
 * to its left. O(p²) random numbers instead of O(units·p), and O(p³) work instead of O(units·p²). For units with noise, the
 * law is that of K + R₀. As a plug-in estimate needs no more than the scatter, `plugInFromCentred` goes on from here.
 */
export function simulatedScatter(
  { factor }: UnitLaw,
  units: number,
  stream: RandomStream,
  kernels: Kernels = defaultKernels(),
): Matrix {
  if (!(Number.isInteger(units) && units >= 2))
    throw new RangeError(`a scatter needs a whole number of at least 2 units: ${units}`);
  const p = factor.rows;
  const rows = Math.min(units - 1, p);
  const normals = new Float64Array(rows * (p - 1) - (rows * (rows - 1)) / 2);
  fillNormal(split(stream, 'beside the diagonal'), normals, 0, kernels);
  const diagonal = split(stream, 'diagonal');
  const triangle = zeros(rows, p);
  let used = 0;
  for (let i = 0; i < rows; i++) {
    triangle.data[i * p + i] = Math.sqrt(chiSquareAt(diagonal, units - 1 - i, i));
    triangle.data.set(normals.subarray(used, used + p - 1 - i), i * p + i + 1);
    used += p - 1 - i;
  }
  return kernels.multiplyTriangles(triangle, factor);
}
