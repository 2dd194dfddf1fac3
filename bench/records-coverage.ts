// How often the intervals of R² of `sightline retrospect` hold, over many simulated studies with known truth, beside percentiles of
// a bootstrap by unit. Records of a unit share its level, their course is a Gaussian autoregression, the target is its mean, and
// two of twelve points are read; the truth is R² of the predictors as they were fitted, in closed form.
// `npm run bench -- records-coverage [studies]`, 400 unless given.
import {
  crossFit,
  fillNormal,
  heldOutRanges,
  type RecordSet,
  r2Interval,
  randomFolds,
  randomStream,
  unitWeights,
} from '@sightline/engine/internal';

const STUDIES = Number(process.argv[2] ?? 400);
const POINTS = 12;
const SUPPORT = [2, 8];
const LEVEL = 0.64;
const MEMORY = 0.7;

const normals = (count: number, ...path: (string | number)[]) => {
  const out = new Float64Array(count);
  fillNormal(randomStream(1, ...path), out);
  return out;
};
const covariance = (i: number, j: number) => {
  let power = 1;
  for (let k = Math.abs(i - j); k > 0; k--) power *= MEMORY;
  return LEVEL + power;
};
/** Variance of Σ w_j x_j. */
function varianceOf(weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < POINTS; i++)
    for (let j = 0; j < POINTS; j++) sum += weights[i]! * weights[j]! * covariance(i, j);
  return sum;
}

/** Units of `least` to `most` records each, evenly. */
function drawn(study: number, units: number, least: number, most: number): RecordSet {
  const unit = Int32Array.from(
    Array.from({ length: units }, (_, u) =>
      new Array<number>(least + ((7 * u + study) % (most - least + 1))).fill(u),
    ).flat(),
  );
  const n = unit.length;
  const level = normals(units, 'level', units, most, study);
  const noise = normals(n * POINTS, 'course', units, most, study);
  const data = new Float64Array(n * POINTS);
  const values = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let course = noise[i * POINTS]!;
    for (let j = 0; j < POINTS; j++) {
      if (j > 0) course = MEMORY * course + Math.sqrt(1 - MEMORY * MEMORY) * noise[i * POINTS + j]!;
      data[i * POINTS + j] = Math.sqrt(LEVEL) * level[unit[i]!]! + course;
      values[i]! += data[i * POINTS + j]! / POINTS;
    }
  }
  return {
    records: Array.from(unit, (_, i) => `r${i}`),
    unit,
    units: Array.from({ length: units }, (_, u) => `u${u}`),
    stratum: new Int32Array(n),
    strata: [''],
    weights: unitWeights(unit),
    baselines: { rows: n, cols: 0, data: new Float64Array() },
    targets: [{ name: 'mean', features: { rows: n, cols: POINTS, data }, values }],
  };
}

/** Intercept and slopes of predictions that are linear in two readings, from three records. */
function plane(points: readonly (readonly [number, number, number])[]): [number, number, number] {
  const [p, q, r] = points as [(typeof points)[0], (typeof points)[0], (typeof points)[0]];
  const [a, b, c, d] = [q[0] - p[0], q[1] - p[1], r[0] - p[0], r[1] - p[1]];
  const [y, z] = [q[2] - p[2], r[2] - p[2]];
  const det = a * d - b * c;
  const [s, t] = [(y * d - z * b) / det, (a * z - c * y) / det];
  return [p[2] - s * p[0] - t * p[1], s, t];
}

console.log('units  records each  ours  percentile   (of 100 intervals at 95 % that hold)');
for (const [units, least, most] of [
  [12, 2, 6],
  [30, 1, 1],
  [30, 1, 5],
  [100, 1, 5],
] as const) {
  let [ours, percentile] = [0, 0];
  for (let study = 0; study < STUDIES; study++) {
    const set = drawn(study, units, least, most);
    const [{ features, values }] = set.targets as [RecordSet['targets'][number]];
    const folds = randomFolds(set, study);
    const { predictions } = crossFit(set, set.targets[0]!, folds, () => SUPPORT);
    const total = set.weights.reduce((sum, weight) => sum + weight, 0);
    let error = 0;
    folds.inner.forEach((_, k) => {
      const rows = [...folds.outer.keys()].filter((i) => folds.outer[i] === k);
      const [a, ...slopes] = plane(
        rows
          .slice(0, 3)
          .map(
            (i) => [features.data[i * POINTS + 2]!, features.data[i * POINTS + 8]!, predictions[i]!] as const,
          ),
      );
      const left = Array.from({ length: POINTS }, (_, j) => 1 / POINTS - (slopes[SUPPORT.indexOf(j)] ?? 0));
      const share = rows.reduce((sum, i) => sum + set.weights[i]!, 0) / total;
      error += share * (a * a + varianceOf(left));
    });
    const truth = 1 - error / varianceOf(new Array<number>(POINTS).fill(1 / POINTS));
    const { low, high } = r2Interval(set, values, predictions);
    if (low! <= truth && truth <= high!) ours++;
    const [range] = heldOutRanges(set, values, [values, predictions], [[0, 1]], { draws: 500 }).contrasts;
    if (1 - range!.high <= truth && truth <= 1 - range!.low) percentile++;
  }
  const of100 = (count: number) => ((100 * count) / STUDIES).toFixed(1);
  console.log(
    `${String(units).padStart(5)}  ${(most === least ? `${least}` : `${least} to ${most}`).padEnd(12)}  ${of100(ours)}  ${of100(percentile)}`,
  );
}
