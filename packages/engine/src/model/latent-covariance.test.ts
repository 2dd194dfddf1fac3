import { describe, expect, it } from 'vitest';
import { type Matrix, matrixFromRows } from '../numerics/matrix.ts';
import { integrate } from '../numerics/quadrature.ts';
import { InvalidInput } from './input/invalid-input.ts';
import { type LatentSpec, latentCovariance } from './latent-covariance.ts';
import { type KernelSpec, kernelMatrix } from './latent-kernel.ts';
import { timeGrid } from './time/time-grid.ts';

describe('kernels', () => {
  it.each<[string, KernelSpec]>([
    ['ou', { ou: { tau: 0.7 } }],
    ['matern32', { matern32: { tau: 0.7 } }],
    ['matern52', { matern52: { tau: 0.7 } }],
    ['squaredExponential', { squaredExponential: { tau: 0.7 } }],
  ])('%s: tau is the integral of the correlation', (_name, spec) => {
    // The correlation at lag u is entry (0, 1) of a two-point grid whose points lie u apart.
    const rho = (u: number) => (u === 0 ? 1 : kernelMatrix(spec, 0, timeGrid(2 * u, 2)).data[1]!);
    expect(integrate(rho, 0, 30, { panels: 60, points: 16 })).toBeCloseTo(0.7, 12);
  });

  it.each<[KernelSpec, number, number]>([
    [{ ou: { tau: 2 } }, 1, Math.exp(-0.5)],
    [{ matern32: { tau: 2 } }, 1, 2 * Math.exp(-1)],
    [{ matern52: { tau: 8 / 3 } }, 1, (1 + 1 + 1 / 3) * Math.exp(-1)],
    [{ squaredExponential: { tau: Math.sqrt(Math.PI / 2) } }, 1, Math.exp(-0.5)],
    [{ dampedCosine: { decay: 6, period: 3 } }, 1, Math.exp(-1 / 6) * Math.cos((2 * Math.PI) / 3)],
    [{ varyingOu: { from: 1, to: 3 } }, 1, Math.exp(-1 / Math.sqrt(1.5 * 2.5))],
    [{ toeplitz: [1, 0.3] }, 1, 0.3],
    [
      {
        mixture: [
          { weight: 0.25, ou: { tau: 1 } },
          { weight: 0.75, toeplitz: [1, 0.4] },
        ],
      },
      1,
      0.25 / Math.E + 0.3,
    ],
  ])('%j at lag %d', (spec, lag, expected) => {
    const grid = timeGrid(2 * lag, 2);
    expect(kernelMatrix(spec, 0, grid).data[1]).toBeCloseTo(expected, 14);
    expect(kernelMatrix(spec, 0.2, grid).data[1]).toBeCloseTo(0.2 + 0.8 * expected, 14);
    expect(kernelMatrix(spec, 0.2, grid).data[0]).toBe(1);
  });

  it.each<[LatentSpec, string[]]>([
    [{ kernel: { ou: { tau: 0 } } }, ['kernel.ou.tau', 'above 0']],
    [
      { kernel: { dampedCosine: { decay: -1, period: 0 } } },
      ['kernel.dampedCosine.decay', 'kernel.dampedCosine.period'],
    ],
    [{ kernel: { toeplitz: [1, 0.5] } }, ['2 correlations were given for 3 lags']],
    [{ kernel: { toeplitz: [0.9, 0.5, 1.2] } }, ['kernel.toeplitz.0', 'kernel.toeplitz.2']],
    [{ kernel: { toeplitz: [1, -0.9, -0.9] } }, ['smallest eigenvalue is -']],
    [{ kernel: { mixture: [{ weight: 0.5, ou: { tau: 1 } }] } }, ['sum to 0.5']],
    [{ kernel: { mixture: [] } }, ['sum to 0']],
    [
      { kernel: { mixture: [{ weight: -1, ou: { tau: -1 } }] } },
      ['kernel.mixture.0.weight', 'kernel.mixture.0.ou.tau'],
    ],
    [{ kernel: { ou: { tau: 1 } }, trait: 1 }, ['trait', 'below 1']],
    [{ kernel: { ou: { tau: 1 } }, trait: -0.1 }, ['trait']],
  ])('refuses %j', (spec, words) => {
    const make = () => latentCovariance(spec, timeGrid(3, 3));
    expect(make).toThrow(InvalidInput);
    for (const word of words) expect(make).toThrow(word);
  });
});

describe('a covariance of one’s own', () => {
  const grid = timeGrid(3, 3);
  const make = (covariance: Matrix, indefinite?: 'floor') =>
    latentCovariance(indefinite ? { covariance, indefinite } : { covariance }, grid);
  const good = matrixFromRows([
    [1, 0.5, 0.2],
    [0.5, 1, 0.5],
    [0.2, 0.5, 1],
  ]);

  it('is taken as it is where nothing is wrong with it', () => {
    const { covariance, repairs } = make(good);
    expect([...covariance.data]).toEqual([...good.data]);
    expect(repairs).toEqual([]);
    expect(covariance.data).not.toBe(good.data);
  });

  it('is rescaled to unit variances, and that is reported', () => {
    const scales = [1, 2, 0.5];
    const data = good.data.map((value, i) => value * scales[Math.floor(i / 3)]! * scales[i % 3]!);
    const { covariance, repairs } = make({ ...good, data });
    covariance.data.forEach((value, i) => {
      expect(value).toBeCloseTo(good.data[i]!, 14);
    });
    expect(repairs).toMatchObject([{ kind: 'rescaled', amount: 3 }]);
    expect(repairs[0]!.what).toContain('from 0.25 to 4');
  });

  it('has rounding between its halves averaged, and that is reported', () => {
    const data = good.data.slice();
    data[1]! += 2e-10;
    const { covariance, repairs } = make({ ...good, data });
    expect(covariance.data[1]).toBe(covariance.data[3]);
    expect(repairs[0]!.kind).toBe('symmetrised');
    expect(repairs[0]!.amount).toBeCloseTo(2e-10, 15);
  });

  const indefinite = matrixFromRows([
    [1, 0.9, -0.9],
    [0.9, 1, 0.9],
    [-0.9, 0.9, 1],
  ]);

  it('is floored only where that is asked for, and that is reported', () => {
    expect(() => make(indefinite)).toThrow('smallest eigenvalue is -0.8');
    const { covariance, repairs } = make(indefinite, 'floor');
    expect(repairs).toMatchObject([{ kind: 'floored' }]);
    expect(repairs[0]!.amount).toBeCloseTo(0.8, 12);
    expect(repairs[0]!.what).toContain('1 of 3 eigenvalues');
    // λ = −0.8, 1.9, 1.9 with u₀ = (1, −1, 1)/√3: M + 0.8·u₀u₀ᵀ has diagonal 1 + 0.8/3 and off-diagonal ±(0.9 − 0.8/3).
    expect(covariance.data[1]).toBeCloseTo((0.9 - 0.8 / 3) / (1 + 0.8 / 3), 12);
    expect(covariance.data[0]).toBe(1);
    expect(make(good, 'floor').repairs).toEqual([]);
  });

  it.each<[string, Matrix, string]>([
    [
      'wrong size',
      matrixFromRows([
        [1, 0],
        [0, 1],
      ]),
      '3 rows of 3 numbers',
    ],
    [
      'not symmetric',
      matrixFromRows([
        [1, 0.5, 0.2],
        [0.4, 1, 0.5],
        [0.2, 0.5, 1],
      ]),
      'not symmetric: entry (0, 1) is 0.5',
    ],
    [
      'no number',
      matrixFromRows([
        [1, Number.NaN, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]),
      'covariance.0.1',
    ],
    [
      'no variance',
      matrixFromRows([
        [0, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]),
      'a variance is not above 0',
    ],
  ])('is refused: %s', (_what, matrix, words) => {
    expect(() => make(matrix)).toThrow(InvalidInput);
    expect(() => make(matrix)).toThrow(words);
  });
});
