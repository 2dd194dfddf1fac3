import { describe, expect, it } from 'vitest';
import { normals, testSet } from '../../../test/records.ts';
import { type RecordSet, unitWeights } from '../records/record-set.ts';
import { crossFit, pooledR2 } from './cross-fit.ts';
import { randomFolds } from './folds.ts';
import { r2Interval } from './r2-interval.ts';

const set = testSet();
const [aim] = set.targets;
const guess = aim!.values.map((value, i) => value + 0.1 * normals(set.records.length, 'guess')[i]!);

describe('the interval of R²', () => {
  it('is that of leaving out one unit after the other, within strata', () => {
    const { values } = aim!;
    const whole = Math.log(1 - pooledR2(values, guess, set.weights));
    let [variance, bias, degrees] = [0, 0, 0];
    for (const s of [0, 1]) {
      const units = [...new Set(set.unit)].filter((u) => set.stratum[set.unit.indexOf(u)] === s);
      const left = units.map((u) => {
        const weights = set.weights.map((weight, i) => (set.unit[i] === u ? 0 : weight));
        return Math.log(1 - pooledR2(values, guess, weights));
      });
      const mean = left.reduce((a, b) => a + b, 0) / left.length;
      variance += ((units.length - 1) / units.length) * left.reduce((a, b) => a + (b - mean) ** 2, 0);
      bias += (units.length - 1) * (mean - whole);
      degrees += units.length - 1;
    }
    // Student's quantile with 38 degrees of freedom, from tables.
    expect(degrees).toBe(38);
    const { low, high, rmse } = r2Interval(set, values, guess);
    expect(low).toBeCloseTo(1 - Math.exp(whole - bias + 2.0244 * Math.sqrt(variance)), 3);
    expect(high).toBeCloseTo(1 - Math.exp(whole - bias - 2.0244 * Math.sqrt(variance)), 3);
    const total = set.weights.reduce((a, b) => a + b, 0);
    const squares = values.reduce((sum, v, i) => sum + set.weights[i]! * (v - guess[i]!) ** 2, 0);
    expect(rmse).toBeCloseTo(Math.sqrt(squares / total), 12);
  });

  it('goes by unit: records that repeat another add nothing', () => {
    const twice = Int32Array.from([...set.unit, ...set.unit]);
    const doubled: RecordSet = {
      ...set,
      records: [...set.records, ...set.records.map((name) => `${name} again`)],
      unit: twice,
      stratum: Int32Array.from([...set.stratum, ...set.stratum]),
      weights: unitWeights(twice),
    };
    const both = (values: Float64Array) => Float64Array.from([...values, ...values]);
    const [one, two] = [
      r2Interval(set, aim!.values, guess),
      r2Interval(doubled, both(aim!.values), both(guess)),
    ];
    expect(two.low).toBeCloseTo(one.low!, 12);
    expect(two.high).toBeCloseTo(one.high!, 12);
  });

  it('is a point where nothing is missed, and nothing where one unit alone differs', () => {
    expect(r2Interval(set, aim!.values, aim!.values)).toEqual({ low: 1, high: 1, rmse: 0 });
    const one = aim!.values.map((_, i) => (set.unit[i] === 3 ? 1 : 0));
    expect(r2Interval(set, one, guess)).toMatchObject({ low: null, high: null });
  });

  it('holds the R² beside it to the last digit, also where only rounding is missed', () => {
    const { values } = aim!;
    for (const missed of [1e-9, 1e-8, 3e-8, 1e-7, 1e-3, 0.1]) {
      const near = values.map((value, i) => value + missed * (i % 2 === 0 ? 1 : -1));
      const r2 = pooledR2(values, near, set.weights);
      const { low, high } = r2Interval(set, values, near);
      expect(low).toBeLessThanOrEqual(r2);
      expect(high).toBeGreaterThanOrEqual(r2);
    }
  });

  it('holds R² of the fitted predictors on other units in about 95 of 100 simulated studies', () => {
    const [studies, units, p] = [300, 40, 8];
    const support = [1, 5];
    // Records of a unit share its level; their course is white: E(θ − Σb_jx_j − a)² and Var θ have closed forms.
    const share = 0.5;
    let held = 0;
    for (let s = 0; s < studies; s++) {
      const unit = Int32Array.from({ length: 2 * units }, (_, i) => i % units);
      const level = normals(units, 'level', s);
      const data = normals(unit.length * p, 'white', s);
      unit.forEach((u, i) => {
        for (let j = 0; j < p; j++)
          data[i * p + j] = Math.sqrt(share) * level[u]! + Math.sqrt(1 - share) * data[i * p + j]!;
      });
      const n = unit.length;
      const values = Float64Array.from({ length: n }, (_, i) => {
        let sum = 0;
        for (let j = 0; j < p; j++) sum += data[i * p + j]! / p;
        return sum;
      });
      const drawn: RecordSet = {
        ...testSet(p, 8),
        records: Array.from(unit, (_, i) => `r${i}`),
        unit,
        units: Array.from({ length: units }, (_, u) => `u${u}`),
        stratum: new Int32Array(n),
        strata: [''],
        weights: unitWeights(unit),
        baselines: { rows: n, cols: 0, data: new Float64Array() },
        targets: [{ name: 'mean', features: { rows: n, cols: p, data }, values }],
      };
      const folds = randomFolds(drawn, s);
      const { predictions } = crossFit(drawn, drawn.targets[0]!, folds, () => support);
      let error = 0;
      folds.inner.forEach((_, k) => {
        const rows = [...folds.outer.keys()].filter((i) => folds.outer[i] === k);
        const at = (i: number) => support.map((j) => data[i * p + j]!);
        const [a, b1, b2] = plane(rows.map((i) => [...at(i), predictions[i]!] as [number, number, number]));
        const b = Array.from({ length: p }, (_, j) => 1 / p - (j === 1 ? b1 : j === 5 ? b2 : 0));
        const sum = b.reduce((x, y) => x + y, 0);
        const own = a ** 2 + share * sum ** 2 + (1 - share) * b.reduce((x, y) => x + y * y, 0);
        error += (rows.length / n) * own;
      });
      const truth = 1 - error / (share + (1 - share) / p);
      const { low, high } = r2Interval(drawn, values, predictions);
      if (low! <= truth && truth <= high!) held++;
    }
    // Its standard error is 0.013.
    expect(held / studies).toBeGreaterThan(0.9);
    expect(held / studies).toBeLessThan(0.985);
  });
});

/** z = a + b₁x + b₂y through points that lie on it, by least squares. */
function plane(points: readonly [number, number, number][]): [number, number, number] {
  const m = points.length;
  const mean = (k: number) => points.reduce((sum, point) => sum + point[k]!, 0) / m;
  const [x, y, z] = [mean(0), mean(1), mean(2)];
  const moment = (a: (p: readonly number[]) => number, b: (p: readonly number[]) => number) =>
    points.reduce((sum, point) => sum + a(point) * b(point), 0);
  const [dx, dy, dz] = [
    (p: readonly number[]) => p[0]! - x,
    (p: readonly number[]) => p[1]! - y,
    (p: readonly number[]) => p[2]! - z,
  ];
  const [xx, xy, yy, xz, yz] = [
    moment(dx, dx),
    moment(dx, dy),
    moment(dy, dy),
    moment(dx, dz),
    moment(dy, dz),
  ];
  const d = xx * yy - xy * xy;
  const [b1, b2] = [(xz * yy - yz * xy) / d, (yz * xx - xz * xy) / d];
  return [z - b1 * x - b2 * y, b1, b2];
}
