import { expect, it } from 'vitest';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { wasmKernels } from '../../numerics/kernels/kernels.ts';
import { matrixFromRows, zeros } from '../../numerics/matrix.ts';
import { floorEigenvalues, rescaleToCorrelation } from '../covariance-repair.ts';
import { InvalidInput } from '../input/invalid-input.ts';
import { latentCovariance } from '../latent-covariance.ts';
import { kernelMatrix } from '../latent-kernel.ts';
import { functionTarget, target } from '../target.ts';
import { targetWeights } from '../target-weights.ts';
import { nearestPoint, timeGrid } from '../time/time-grid.ts';
import { normalTail } from '../transform/normal-tail.ts';
import { action } from './action.ts';
import { recoveredCovariance } from './recovered-covariance.ts';
import { familyValues, protocolValues } from './value.ts';

const grid = timeGrid(10, 64);
const model = {
  covariance: kernelMatrix({ ou: { tau: 1 } }, 0, grid),
  weights: targetWeights('uniform', grid),
};
const compiled = wasmKernels();
const plain = plainKernels();

it('more than 32 protocols of one beginning', () => {
  const cat = [...grid.times].map((at) => action({ at, noise: 0.1 }, grid));
  const family = [...cat.slice(1).map((a) => [cat[0]!, a]), ...cat.map((a) => [a])];
  const one = protocolValues(model, target({ above: 1 }), family, compiled).protocols;
  const two = protocolValues(model, target({ above: 1 }), family, plain).protocols;
  one.forEach((x, i) => {
    expect(Math.abs(x.value - two[i]!.value)).toBeLessThan(1e-13);
  });
});
it('weak readings: explained to 4e-15 of Var g', () => {
  for (const spec of [{ above: 0 }, { above: 1.5 }, { outside: 1.2 }, { logistic: 2 }] as const)
    for (const noise of [10, 30, 100, 300, 1000, 3000]) {
      const t = target(spec);
      const f = [[action({ at: 3, noise }, grid), action({ at: 7, noise }, grid)]];
      const a = protocolValues(model, t, f, compiled).protocols[0]!.explained;
      const b = protocolValues(model, t, f, plain).protocols[0]!.explained;
      expect(Math.abs(a - b)).toBeLessThan(4e-16 * t.variance);
    }
});
it('largestRecovered', () => {
  const acts = [2, 2.5, 7].map((at) => action({ at, noise: 0.3 }, grid));
  const fam = { members: Int32Array.of(0, 1, 2), starts: Int32Array.of(0, 3) };
  const q = recoveredCovariance(model, acts).recovered;
  const most = Math.max(...q.data);
  for (const k of [compiled, plain])
    expect(familyValues(model, target({ above: 1 }), acts, fam, k).largestRecovered).toBeCloseTo(most, 12);
});
it('a covariance that is none', () => {
  const g2 = timeGrid(1, 2);
  const bad = {
    covariance: matrixFromRows([
      [1, 1.001],
      [1.001, 1],
    ]),
    weights: targetWeights('uniform', g2),
  };
  for (const k of [compiled, plain])
    expect(() => protocolValues(bad, target({ above: 1 }), [[action({ at: 0.2 }, g2)]], k)).toThrow('1.001');
  const bigger = {
    covariance: matrixFromRows([
      [1, 0.6],
      [0.6, 1],
    ]),
    weights: targetWeights('uniform', g2),
  };
  // fine for K, not for Q: checked through the family
  expect(
    protocolValues(bigger, target({ above: 1 }), [[action({ at: 0.2 }, g2)]]).protocols[0]!.value,
  ).toBeLessThan(1);
});
it('a target that does not vary', () => {
  const g2 = timeGrid(1, 2);
  const { covariance } = latentCovariance({ kernel: { toeplitz: [1, -1] } }, g2);
  expect(() =>
    protocolValues({ covariance, weights: targetWeights('uniform', g2) }, target('mean'), [[]]),
  ).toThrow(InvalidInput);
});
it('a mixture with a varying part', () => {
  const g3 = timeGrid(3, 3);
  const m = kernelMatrix(
    {
      mixture: [
        { weight: 0.5, varyingOu: { from: 1, to: 4 } },
        { weight: 0.5, ou: { tau: 1 } },
      ],
    },
    0,
    g3,
  );
  expect(m.data[5]).toBeCloseTo(0.5 * Math.exp(-1 / Math.sqrt(2.5 * 3.5)) + 0.5 / Math.E, 14);
});
it('a mixture with an impossible part', () => {
  const kernel = {
    mixture: [
      { weight: 0.9, toeplitz: [1, -0.9, -0.9] },
      { weight: 0.1, ou: { tau: 1 } },
    ],
  };
  expect(() => latentCovariance({ kernel }, timeGrid(3, 3))).toThrow('smallest eigenvalue');
});
it('an impossible varyingOu', () => {
  expect(() =>
    latentCovariance({ kernel: { varyingOu: { from: 1e-6, to: 400 } } }, timeGrid(10, 512)),
  ).toThrow('smallest eigenvalue');
});
it('eigenvalue −1e-6 refused, −1e-12 taken', () => {
  const near = (d: number) =>
    matrixFromRows([
      [1, 1 + d],
      [1 + d, 1],
    ]);
  expect(() => latentCovariance({ covariance: near(1e-6) }, timeGrid(1, 2))).toThrow('smallest eigenvalue');
  expect(latentCovariance({ covariance: near(5e-10) }, timeGrid(1, 2)).repairs).toEqual([]);
  expect(latentCovariance({ covariance: near(5e-10), indefinite: 'floor' }, timeGrid(1, 2)).repairs).toEqual(
    [],
  );
});
it('how much a floor lifts', () => {
  const f = floorEigenvalues(
    matrixFromRows([
      [1, 2],
      [2, 1],
    ]),
    0.5,
  );
  expect(f.mass).toBeCloseTo(1.5, 12);
});
it('mixture weights to 1e-9', () => {
  expect(() =>
    kernelMatrix(
      {
        mixture: [
          { weight: 0.5, ou: { tau: 1 } },
          { weight: 0.495, ou: { tau: 2 } },
        ],
      },
      0,
      grid,
    ),
  ).toThrow('sum to');
});
it('asymmetry is relative', () => {
  expect(
    latentCovariance(
      {
        covariance: matrixFromRows([
          [1e6, 5e5],
          [5e5 + 1e-5, 1e6],
        ]),
      },
      timeGrid(1, 2),
    ).repairs[0]!.kind,
  ).toBe('symmetrised');
});
it('ties in every unit', () => {
  // A tie in exact arithmetic: 0.3 h = 18 min, grid 10 points over 1 h, points at 0.25 and 0.35.
  for (let k = 1; k < 10; k++)
    for (const u of [1, 60, 3600, 1 / 24, 0.1, 7])
      expect(nearestPoint(timeGrid(u, 10), (k / 10) * u)).toBe(k - 1);
});
it('2048 points are accepted', () => {
  expect(timeGrid(1, 2048).points).toBe(2048);
});
it('windows that end on the horizon do not overhang, in every unit', () => {
  for (const u of [1, 60, 0.1, 1 / 24, 7 / 3])
    for (let k = 1; k < 50; k++) {
      const w = (k / 50) * 10 * u;
      expect(action({ at: 10 * u - w / 2, width: w }, timeGrid(10 * u, 1000)).overhangs).toBe(false);
      expect(action({ at: w / 2, width: w }, timeGrid(10 * u, 1000)).overhangs).toBe(false);
    }
  expect(action({ at: 9.5, width: 3 }, timeGrid(10, 10)).overhangs).toBe(true);
});
it('infinite recency refused', () => {
  expect(() => targetWeights({ recency: Number.POSITIVE_INFINITY }, grid)).toThrow('recency');
});
it('rank tolerance: 1e-10 of conditional variance is news, 1e-14 is not', () => {
  const g3 = timeGrid(1, 3);
  for (const [d, rank] of [
    [1e-10, 2],
    [1e-14, 1],
  ] as const)
    for (const k of [compiled, plain]) {
      const covariance = matrixFromRows([
        [1, 1 - d / 2, 0.5],
        [1 - d / 2, 1, 0.5],
        [0.5, 0.5, 1],
      ]);
      const acts = [action({ at: 0.2 }, g3), action({ at: 0.5 }, g3)];
      expect(
        protocolValues({ covariance, weights: targetWeights('uniform', g3) }, target('mean'), [acts], k)
          .protocols[0]!.rank,
      ).toBe(rank);
      expect(recoveredCovariance({ covariance }, acts).rank).toBe(rank);
    }
});
it('NEAR_ONE: 1 − 1e-12 is not 1; 1 − 5e-15 is', () => {
  const g2 = timeGrid(1, 2);
  const t = target({ above: 0 });
  for (const k of [compiled, plain]) {
    const v = (d: number) =>
      protocolValues(
        {
          covariance: matrixFromRows([
            [1, 0.5],
            [0.5, 1],
          ]),
          weights: Float64Array.of(1, 0),
        },
        t,
        [[action({ at: 0.2, noise: d }, g2)]],
        k,
      ).protocols[0]!.value;
    expect(v(5e-15)).toBe(1);
    const d = 1e-11;
    expect(1 - v(d)).toBeGreaterThan(0.5 * (4 / (2 * Math.PI)) * Math.sqrt(2 * d));
  }
});
it('truncation of logistic and tail far out', () => {
  expect(target({ logistic: 2 }).truncation).toBeLessThan(1e-11);
  expect(target({ logistic: 20 }).truncation).toBeGreaterThan(0);
  expect(Math.abs(normalTail(10) / 7.619853024160527e-24 - 1)).toBeLessThan(1e-14);
  expect(Math.abs(normalTail(0) / 0.5 - 1)).toBeLessThan(1e-15 * 3);
  expect(Math.abs(normalTail(1) / 0.15865525393145705 - 1)).toBeLessThan(3e-15);
});
it('hermite of exp(3z): reach', () => {
  const e = functionTarget((z) => Math.exp(3 * z), { terms: 80 });
  const exact = Math.exp(18) - Math.exp(9);
  expect(Math.abs(e.transform(1) / exact - 1)).toBeLessThan(1e-12);
});
it('tiny variances rescale', () => {
  const m = matrixFromRows([
    [1e-310, 5e-311],
    [5e-311, 1e-310],
  ]);
  rescaleToCorrelation(m);
  expect(m.data[1]).toBeCloseTo(0.5, 9);
});
it('an action that tells nothing new changes no digit', () => {
  const g3 = timeGrid(1, 3);
  const d = 5e-13;
  const covariance = matrixFromRows([
    [1, 1 - d / 2, 0.5],
    [1 - d / 2, 1, 0.5],
    [0.5, 0.5, 1],
  ]);
  const acts = [action({ at: 0.2 }, g3), action({ at: 0.5 }, g3)];
  for (const spec of [{ above: 1 }, { square: true }] as const) {
    const [one, two] = protocolValues(
      { covariance, weights: Float64Array.of(0, 0, 1) },
      target(spec),
      [[acts[0]!], acts],
      compiled,
    ).protocols;
    expect(two!.rank).toBe(1);
    expect(two!.explained).toBe(one!.explained);
  }
});
it('what another call left in memory is not read', () => {
  for (const p of [2, 9, 33, 37]) {
    const g = timeGrid(1, p);
    const m = { covariance: kernelMatrix({ ou: { tau: 1 } }, 0, g), weights: targetWeights('uniform', g) };
    const big = zeros(300, 300);
    big.data.fill(1e200);
    compiled.gram(big);
    expect(compiled.transformSum(m.covariance, m.weights, target({ above: 1 }).table!).largest).toBe(1);
    compiled.gram(big);
    const acts = [action({ at: 0.2 }, g), action({ at: 0.8, noise: 1 }, g)];
    const one = protocolValues(m, target({ above: 1 }), [acts], compiled).protocols[0]!;
    const two = protocolValues(m, target({ above: 1 }), [acts], plain).protocols[0]!;
    expect(Math.abs(one.value - two.value)).toBeLessThan(1e-13);
  }
});
it('window edges on grid points, in every unit', () => {
  for (const u of [1, 60, 3600, 1 / 24, 0.1, 7, 0.7])
    for (let k = 2; k <= 8; k++)
      expect(action({ at: (k / 10) * u, width: 0.3 * u }, timeGrid(u, 10))).toMatchObject({
        first: k - 2,
        last: k + 1,
      });
});
it('long protocols after each other: scratch is large enough', () => {
  const acts = [...grid.times].map((at) => action({ at, noise: 0.1 }, grid));
  const fam = [acts.slice(0, 40), acts.slice(0, 41), acts.slice(10, 60)];
  const t = target({ above: 1 });
  const one = protocolValues(model, t, fam, wasmKernels()).protocols;
  const two = protocolValues(model, t, fam, plain).protocols;
  one.forEach((x, i) => {
    expect(Math.abs(x.value - two[i]!.value)).toBeLessThan(1e-13);
  });
});
it('scratch of a fresh instance', () => {
  const g = timeGrid(10, 512);
  const n = 40;
  const cross = zeros(n, 512);
  const K = kernelMatrix({ ou: { tau: 1 } }, 0, g);
  const between = zeros(n, n);
  for (let a = 0; a < n; a++) {
    cross.data.set(K.data.subarray(a * 12 * 512, (a * 12 + 1) * 512), a * 512);
    for (let b = 0; b < n; b++) between.data[a * n + b] = K.data[a * 12 * 512 + b * 12]!;
  }
  const input = {
    cross,
    between,
    noise: new Float64Array(n).fill(0.1),
    weights: targetWeights('uniform', g),
    members: Int32Array.from({ length: n }, (_, i) => i),
    starts: Int32Array.of(0, n),
  };
  const table = target({ above: 1 }).table;
  expect(wasmKernels().explainFamily(input, table).explained[0]).toBeCloseTo(
    plain.explainFamily(input, table).explained[0]!,
    13,
  );
});
it('overhang by rounding', () => {
  expect(action({ at: 0.25, width: 0.1 }, timeGrid(0.3, 10)).overhangs).toBe(false);
  for (let c = 1; c <= 30; c++)
    for (let b = 1; b <= 20; b++) {
      const at = Number((c / 10 - b / 20).toFixed(4));
      if (at > b / 20) expect(action({ at, width: b / 10 }, timeGrid(c / 10, 200)).overhangs).toBe(false);
    }
});
it('asymmetry of 1e-6 is refused', () => {
  expect(() =>
    latentCovariance(
      {
        covariance: matrixFromRows([
          [1, 0.5],
          [0.500001, 1],
        ]),
      },
      timeGrid(1, 2),
    ),
  ).toThrow('not symmetric');
});

it('noise that runs over the horizon runs forwards', () => {
  expect(action({ at: 2.5, noise: { from: 1, to: 3 } }, timeGrid(10, 10)).noise).toBe(1.5);
});

it.each([
  { squaredExponential: { tau: 1 } },
  { squaredExponential: { tau: 2 } },
  { squaredExponential: { tau: 5 } },
  { matern52: { tau: 8 } },
])('readings without noise that nearly repeat each other: %j', (kernel) => {
  const fine = timeGrid(10, 128);
  const smooth = { covariance: kernelMatrix(kernel, 0, fine), weights: targetWeights('uniform', fine) };
  const protocols = [4, 8, 16, 24, 32, 48, 64, 96, 128].map((count) =>
    Array.from({ length: count }, (_, i) => action({ at: (10 * (i + 0.5)) / count }, fine)),
  );
  for (const spec of ['mean', { above: 1.5 }, { outside: 1.2 }] as const)
    for (const kernels of [compiled, plain]) {
      const { protocols: values } = protocolValues(smooth, target(spec), protocols, kernels);
      values.forEach(({ value }, i) => {
        expect(value).toBeLessThanOrEqual(1 + 1e-9);
        if (i > 0) expect(value).toBeGreaterThan(values[i - 1]!.value - 1e-6);
      });
      // All points read: everything is known.
      expect(values.at(-1)!.value).toBeGreaterThan(1 - 1e-6);
    }
});

it('refuses parts that do not belong together', () => {
  const other = timeGrid(10, 128);
  const far = action({ at: 9.9, noise: 0.1 }, other);
  expect(() => protocolValues(model, target('mean'), [[far]])).toThrow('belongs to another grid');
  expect(() =>
    protocolValues({ ...model, weights: targetWeights('uniform', other) }, target('mean'), [[]]),
  ).toThrow('do not fit together');
  const one = [action({ at: 1 }, grid)];
  expect(() =>
    familyValues(model, target('mean'), one, { members: Int32Array.of(3), starts: Int32Array.of(0, 1) }),
  ).toThrow('member 3');
  expect(() =>
    familyValues(model, target('mean'), one, { members: Int32Array.of(0), starts: Int32Array.of(0, 2) }),
  ).toThrow('protocol 0');
});

it('has a slope at ±1: infinite where it is, 0 where the exponential wins', () => {
  expect(target({ above: 0 }).derivative(-1)).toBe(Number.POSITIVE_INFINITY);
  expect(target({ above: 1 }).derivative(-1)).toBe(0);
  expect(target({ above: 1 }).derivative(1)).toBe(Number.POSITIVE_INFINITY);
  expect(target({ outside: 1 }).derivative(1)).toBe(Number.POSITIVE_INFINITY);
  expect(target({ outside: 1 }).derivative(-1)).toBe(Number.NEGATIVE_INFINITY);
  expect(() => target({ hermite: [...new Array(400).fill(0), 1] })).toThrow('of orders up to about 300');
});
