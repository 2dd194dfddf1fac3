import { type Matrix, zeros } from '../src/numerics/matrix.ts';
import { fillNormal, randomStream } from '../src/numerics/random/random-stream.ts';
import { type RecordSet, unitWeights } from '../src/retrospect/records/record-set.ts';

/** Normal numbers of their own for each path. */
export const normals = (count: number, ...path: (string | number)[]) => {
  const out = new Float64Array(count);
  fillNormal(randomStream(1, ...path), out);
  return out;
};
export const matrix = (rows: number, cols: number, ...path: (string | number)[]): Matrix => ({
  rows,
  cols,
  data: normals(rows * cols, ...path),
});

/** Records of 40 units, some with two; the target is the mean of the course plus what the baseline says. */
export function testSet(p = 24, units = 40): RecordSet {
  const unit = Int32Array.from({ length: units + units / 4 }, (_, i) => i % units);
  const n = unit.length;
  const features = zeros(n, p);
  const noise = normals(n * p, 'course');
  for (let i = 0; i < n; i++) {
    let now = noise[i * p]!;
    for (let j = 0; j < p; j++) {
      now = 0.8 * now + 0.6 * noise[i * p + j]!;
      features.data[i * p + j] = now > 0.3 ? 1 : 0;
    }
  }
  const stratum = Int32Array.from(unit, (u) => (u < units / 2 ? 0 : 1));
  const baselines = zeros(n, 2);
  for (let i = 0; i < n; i++) {
    baselines.data[2 * i] = stratum[i]!;
    baselines.data[2 * i + 1] = 20 + (i % 5);
  }
  const values = Float64Array.from({ length: n }, (_, i) => {
    let sum = 0.1 * stratum[i]!;
    for (let j = 0; j < p; j++) sum += features.data[i * p + j]! / p;
    return sum;
  });
  return {
    records: Array.from({ length: n }, (_, i) => `record ${i}`),
    unit,
    units: Array.from({ length: units }, (_, u) => `unit ${u}`),
    stratum,
    strata: ['a', 'b'],
    weights: unitWeights(unit),
    baselines,
    targets: [{ name: 'share', features, values }],
  };
}
