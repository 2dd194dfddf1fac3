// What the studies of coverage make of simulated units of mean 0 and variance 1.
import { fillNormal, type Matrix, type RandomStream, split } from '@sightline/engine/internal';

/** m + sZ and noise, in place of Z. */
export function putInUnit(
  { data, cols: p }: Matrix,
  { mean, scale }: { mean: Float64Array; scale: Float64Array },
  noise: number,
  stream: RandomStream,
): void {
  const normals = new Float64Array(data.length);
  fillNormal(split(stream, 'noise'), normals);
  for (let n = 0; n < data.length; n++)
    data[n] = mean[n % p]! + scale[n % p]! * data[n]! + Math.sqrt(noise) * normals[n]!;
}

/** The mean of g over the record of each unit. */
export function recordMeans({ data, rows, cols: p }: Matrix, g: (x: number) => number): Float64Array {
  return Float64Array.from(
    { length: rows },
    (_, i) => data.subarray(i * p, (i + 1) * p).reduce((sum, x) => sum + g(x), 0) / p,
  );
}
