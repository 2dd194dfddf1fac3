import { describe, expect, it } from 'vitest';
import { fromFormula, secondDifference, symmetric } from '../../../test/matrices.ts';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import {
  builtBackwards,
  cycle,
  lovaszTheta,
  maxCut,
  petersen,
  reading,
  smallestEigenvalue,
  sparse,
  vector,
} from '../../../test/programmes.ts';
import { wasmKernels } from '../kernels/kernels.ts';
import { dot } from '../matrix.ts';
import { solveSemidefinite } from './solve-semidefinite.ts';
import { symmetricBuilder } from './sparse-symmetric.ts';

const both = [wasmKernels(), plainKernels()];

/** Status, and distance of both objectives from the value that is known. */
function expectOptimum(solution: ReturnType<typeof solveSemidefinite>, optimum: number, within = 3e-8): void {
  expect(solution.status).toBe('optimal');
  const unit = 1 + Math.abs(optimum);
  expect(Math.abs(solution.primal - optimum) / unit).toBeLessThan(within);
  expect(Math.abs(solution.dual - optimum) / unit).toBeLessThan(within);
}

describe.each(both)('closed forms ($name)', (kernels) => {
  it.each([1, 2, 5, 20])('has the smallest eigenvalue of the second difference of %i points', (n) => {
    const exact = 2 - 2 * Math.cos(Math.PI / (n + 1));
    const solution = solveSemidefinite(smallestEigenvalue(secondDifference(n)), { kernels });
    expectOptimum(solution, exact);
    expect(solution.lowerBound).toBeLessThanOrEqual(exact);
    expect(solution.lowerBound).toBeGreaterThan(exact - 1e-7);
  });

  it('has the smallest eigenvalue of a random matrix', () => {
    const s = symmetric(40, 3);
    expectOptimum(solveSemidefinite(smallestEigenvalue(s), { kernels }), kernels.eigenvaluesSymmetric(s)[0]);
  });

  it('has theta √5 for the pentagon and 4 for the Petersen graph', () => {
    expectOptimum(solveSemidefinite(lovaszTheta(5, cycle(5)), { kernels }), -Math.sqrt(5));
    expectOptimum(solveSemidefinite(lovaszTheta(10, petersen), { kernels }), -4);
  });

  it.each([5, 7, 31])('has theta and largest cut of the odd cycle of %i', (n) => {
    const angle = Math.PI / n;
    expectOptimum(
      solveSemidefinite(lovaszTheta(n, cycle(n)), { kernels }),
      (-n * Math.cos(angle)) / (1 + Math.cos(angle)),
    );
    // (25 + 5√5)/8 for the pentagon.
    expectOptimum(solveSemidefinite(maxCut(n, cycle(n)), { kernels }), -n * Math.cos(angle / 2) ** 2);
  });

  it('completes a correlation matrix to the ends of its range', () => {
    // K_01 = cos a and K_12 = cos b leave K_02 between cos(a + b) and cos(a - b).
    const [a, b] = [0.4, 1.1];
    for (const [sign, exact] of [
      [1, Math.cos(a + b)],
      [-1, -Math.cos(a - b)],
    ]) {
      const solution = solveSemidefinite(
        {
          blocks: [3],
          linear: 0,
          objective: { blocks: [symmetricBuilder(3).coefficient(2, 0, sign).build()] },
          constraints: [
            ...[0, 1, 2].map((i) => ({ blocks: [reading(3, i, i)], value: 1 })),
            { blocks: [reading(3, 0, 1)], value: Math.cos(a) },
            { blocks: [reading(3, 1, 2)], value: Math.cos(b) },
          ],
          traceBounds: [3],
        },
        { kernels },
      );
      expectOptimum(solution, exact);
      expect(solution.lowerBound).toBeLessThanOrEqual(exact);
    }
  });

  it('bounds a gain through a Schur block', () => {
    // Two variances 1 and the covariance K_01 ≥ 1/2 by a slack: the least K_01²/(1 + r), r = 1/4, is 1/5.
    const solution = solveSemidefinite(
      {
        blocks: [2, 2],
        linear: 1,
        objective: { blocks: [undefined, reading(2, 0, 0)] },
        constraints: [
          { blocks: [reading(2, 0, 0)], value: 1 },
          { blocks: [reading(2, 1, 1)], value: 1 },
          { blocks: [reading(2, 0, 1)], linear: { indices: [0], values: [-1] }, value: 0.5 },
          { blocks: [reading(2, 0, 1), symmetricBuilder(2).coefficient(1, 0, -1).build()], value: 0 },
          { blocks: [reading(2, 0, 0), symmetricBuilder(2).coefficient(1, 1, -1).build()], value: -0.25 },
        ],
        traceBounds: [2, 3],
        linearBound: 1,
      },
      { kernels },
    );
    expectOptimum(solution, 0.2);
    expect(solution.lowerBound).toBeLessThanOrEqual(0.2);
    expect(solution.lowerBound).toBeGreaterThan(0.2 - 1e-7);
  });

  it('solves a linear programme in the linear block and in blocks of size 1 alike', () => {
    // Greatest 3a + 2b with a + b ≤ 4, a + 3b ≤ 8, a ≤ 3: 11 at (3, 1).
    const rows = [
      [1, 1, 1, 0, 0],
      [1, 3, 0, 1, 0],
      [1, 0, 0, 0, 1],
    ];
    const cost = [-3, -2, 0, 0, 0];
    const values = [4, 8, 3];
    const one = (value: number) => symmetricBuilder(1).entry(0, 0, value).build();
    const inLinear = solveSemidefinite(
      {
        blocks: [],
        linear: 5,
        objective: { blocks: [], linear: vector(cost) },
        constraints: rows.map((row, i) => ({ blocks: [], linear: vector(row), value: values[i] })),
      },
      { kernels },
    );
    const inBlocks = solveSemidefinite(
      {
        blocks: [1, 1, 1, 1, 1],
        linear: 0,
        objective: { blocks: cost.map(one) },
        constraints: rows.map((row, i) => ({ blocks: row.map(one), value: values[i] })),
      },
      { kernels },
    );
    for (const solution of [inLinear, inBlocks]) expectOptimum(solution, -11);
    [3, 1, 0, 2, 0].forEach((exact, l) => {
      expect(inLinear.x[l]).toBeCloseTo(exact, 6);
      expect(inBlocks.X[l].data[0]).toBeCloseTo(exact, 6);
    });
    // Each variable that is not 0 fixes its price: 2·(first) + 1·(third).
    [-2, 0, -1].forEach((exact, i) => {
      expect(inLinear.y[i]).toBeCloseTo(exact, 6);
    });
  });

  it('finds the largest t with C - t·B positive semidefinite (dual use)', () => {
    const b = fromFormula(6, 6, (i, j) => (i === j ? 1 + i : 0));
    const c = symmetric(6, 5);
    // The smallest eigenvalue of B^(-1/2)·C·B^(-1/2).
    const pencil = fromFormula(6, 6, (i, j) => c.data[i * 6 + j] / Math.sqrt((1 + i) * (1 + j)));
    const solution = solveSemidefinite(
      {
        blocks: [6],
        linear: 0,
        objective: { blocks: [sparse(c)] },
        constraints: [{ blocks: [sparse(b)], value: 1 }],
      },
      { kernels },
    );
    expectOptimum(solution, kernels.eigenvaluesSymmetric(pencil)[0]);
    expect(solution.y[0]).toBe(solution.dual);
  });

  it('needs no constraints where the objective is positive semidefinite', () => {
    const nothing = solveSemidefinite({ blocks: [], linear: 0, objective: { blocks: [] }, constraints: [] });
    expect([nothing.status, nothing.primal, nothing.iterations]).toEqual(['optimal', 0, 0]);
    const solution = solveSemidefinite(
      { blocks: [3], linear: 0, objective: { blocks: [sparse(secondDifference(3))] }, constraints: [] },
      { kernels },
    );
    expectOptimum(solution, 0);
  });
});

describe('kernels', () => {
  it('agree to the tolerance', () => {
    const { programme } = builtBackwards([12, 4], 6, 18, 4);
    const [compiled, plain] = both.map((kernels) => solveSemidefinite(programme, { kernels }));
    expect(compiled.iterations).toBe(plain.iterations);
    expect(Math.abs(compiled.primal - plain.primal)).toBeLessThan(1e-8 * (1 + Math.abs(plain.primal)));
    expect(Math.abs(compiled.dual - plain.dual)).toBeLessThan(1e-8 * (1 + Math.abs(plain.dual)));
  });

  it('give the same bytes each time', () => {
    const { programme } = builtBackwards([8, 3], 4, 12, 9, 0.3);
    const [first, second] = [solveSemidefinite(programme), solveSemidefinite(programme)];
    expect(second).toEqual(first);
  });
});

describe('options and refusals', () => {
  const programme = lovaszTheta(5, cycle(5));

  it('says undecided when it was stopped, with residuals and a bound that still holds', () => {
    const solution = solveSemidefinite(programme, { maxIterations: 3 });
    expect(solution.status).toBe('undecided');
    expect(solution.gap.relative).toBeGreaterThan(1e-3);
    expect(solution.lowerBound).toBeLessThan(-Math.sqrt(5));
    expect(solution.iterations).toBe(3);
  });

  it('reaches a tighter tolerance when asked to', () => {
    const solution = solveSemidefinite(programme, { tolerance: 1e-12 });
    expectOptimum(solution, -Math.sqrt(5), 1e-12);
  });

  it('keeps X and Z positive semidefinite and complementary', () => {
    const { status, X, Z, gap } = solveSemidefinite(programme);
    expect(status).toBe('optimal');
    for (const matrix of [X[0], Z[0]]) expect(both[1].eigenvaluesSymmetric(matrix)[0]).toBeGreaterThan(0);
    expect(dot(X[0].data, Z[0].data)).toBeLessThanOrEqual(gap.absolute);
  });

  it('lists everything that is wrong with a programme', () => {
    const wrong = () =>
      solveSemidefinite({
        blocks: [2],
        linear: 1,
        objective: { blocks: [{ rows: [0], cols: [1], values: [1] }] },
        constraints: [
          { blocks: [{ rows: [2], cols: [0], values: [Number.NaN] }, undefined], value: 1 },
          { blocks: [], linear: { indices: [1], values: [1] }, value: Number.POSITIVE_INFINITY },
        ],
        traceBounds: [1, -1],
      });
    for (const part of [
      'the objective, block 0: entry 0 at (0, 1)',
      'constraint 0 has 2 blocks, the programme 1',
      'constraint 0, block 0: entry 0 at (2, 0)',
      'constraint 0, block 0: entry 0 is NaN',
      'constraint 1, linear block: index 1',
      'constraint 1: the value Infinity',
      '2 trace bounds for 1 blocks',
      'trace bound 1 must be a finite number from 0: -1',
    ])
      expect(wrong).toThrow(part);
    expect(() => solveSemidefinite(programme, { tolerance: 0 })).toThrow('(0, 1): 0');
    expect(() => solveSemidefinite(programme, { maxIterations: 1.5 })).toThrow('1.5');
    expect(() => solveSemidefinite({ ...programme, blocks: [0.5] })).toThrow('0.5');
  });
});
