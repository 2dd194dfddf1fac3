import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random } from '../../../test/matrices.ts';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { reading, smallestEigenvalue, unitTrace, vector } from '../../../test/programmes.ts';
import { wasmKernels } from '../kernels/kernels.ts';
import { zeros } from '../matrix.ts';
import type { SemidefiniteConstraint, SemidefiniteProgramme } from './programme.ts';
import type { SemidefiniteSolution } from './solution.ts';
import { solveSemidefinite } from './solve-semidefinite.ts';
import { symmetricBuilder } from './sparse-symmetric.ts';

const plain = plainKernels();

/** Checks a ray from the programme itself, apart from the solver's own operators. */
function expectCertificate(
  programme: SemidefiniteProgramme,
  solution: SemidefiniteSolution,
  kind: 'primal' | 'dual',
) {
  expect(solution.status).toBe(`${kind}-infeasible`);
  const certificate = solution.certificate!;
  expect(certificate.kind).toBe(kind);
  if (certificate.kind === 'primal') {
    const { y } = certificate;
    expect(programme.constraints.reduce((sum, { value }, i) => sum + value * y[i], 0)).toBeCloseTo(1, 9);
    programme.blocks.forEach((n, b) => {
      const builder = symmetricBuilder(n);
      programme.constraints.forEach(({ blocks }, i) => {
        const a = blocks[b];
        for (let e = 0; e < (a?.values.length ?? 0); e++)
          builder.entry(a!.rows[e], a!.cols[e], -y[i] * a!.values[e]);
      });
      const { rows, cols, values } = builder.build();
      const full = zeros(n, n);
      for (let e = 0; e < values.length; e++) full.data[rows[e] * n + cols[e]] = values[e];
      expect(plain.eigenvaluesSymmetric(full)[0]).toBeGreaterThanOrEqual(-1e-8);
      expect(plain.eigenvaluesSymmetric(full)[0]).toBeGreaterThanOrEqual(-certificate.violation - 1e-13);
    });
  } else {
    for (const matrix of certificate.X)
      expect(plain.eigenvaluesSymmetric(matrix)[0]).toBeGreaterThanOrEqual(-1e-13);
    for (const value of certificate.x) expect(value).toBeGreaterThanOrEqual(0);
    const product = ({ blocks, linear }: Pick<SemidefiniteConstraint, 'blocks' | 'linear'>) => {
      let sum = 0;
      blocks.forEach((a, b) => {
        const { cols: n, data } = certificate.X[b];
        for (let e = 0; e < (a?.values.length ?? 0); e++)
          sum += (a!.rows[e] === a!.cols[e] ? 1 : 2) * a!.values[e] * data[a!.rows[e] * n + a!.cols[e]];
      });
      for (let e = 0; e < (linear?.values.length ?? 0); e++)
        sum += linear!.values[e] * certificate.x[linear!.indices[e]];
      return sum;
    };
    expect(product(programme.objective)).toBeCloseTo(-1, 9);
    for (const constraint of programme.constraints)
      expect(Math.abs(product(constraint))).toBeLessThan(Math.min(1e-7, certificate.violation + 1e-13));
  }
}

describe.each([wasmKernels(), plain])('infeasible programmes ($name)', (kernels) => {
  it('proves that a covariance cannot exceed its variances', () => {
    for (const excess of [2, 1.01, 1.0001]) {
      const programme: SemidefiniteProgramme = {
        blocks: [2],
        linear: 0,
        objective: { blocks: [] },
        constraints: [
          { blocks: [reading(2, 0, 0)], value: 1 },
          { blocks: [reading(2, 1, 1)], value: 1 },
          { blocks: [reading(2, 0, 1)], value: excess },
        ],
      };
      expectCertificate(programme, solveSemidefinite(programme, { kernels }), 'primal');
    }
  });

  it('proves that a positive sum is not negative', () => {
    const programme: SemidefiniteProgramme = {
      blocks: [3],
      linear: 2,
      objective: { blocks: [unitTrace(3)] },
      constraints: [{ blocks: [unitTrace(3)], linear: vector([1, 2]), value: -1 }],
    };
    expectCertificate(programme, solveSemidefinite(programme, { kernels }), 'primal');
  });

  it('proves that an objective falls without end', () => {
    const programme: SemidefiniteProgramme = {
      blocks: [2],
      linear: 0,
      objective: { blocks: [symmetricBuilder(2).entry(1, 1, -1).build()] },
      constraints: [{ blocks: [reading(2, 0, 0)], value: 1 }],
    };
    expectCertificate(programme, solveSemidefinite(programme, { kernels }), 'dual');
    const linear: SemidefiniteProgramme = {
      blocks: [],
      linear: 2,
      objective: { blocks: [], linear: vector([-1, 0]) },
      constraints: [{ blocks: [], linear: vector([1, -1]), value: 3 }],
    };
    expectCertificate(linear, solveSemidefinite(linear, { kernels }), 'dual');
  });

  it('proves it without any constraint', () => {
    const solution = solveSemidefinite(
      { blocks: [2], linear: 0, objective: { blocks: [reading(2, 0, 1)] }, constraints: [] },
      { kernels },
    );
    expect(solution.status).toBe('dual-infeasible');
  });
});

describe('random programmes with a known ray', () => {
  it('are proved infeasible', () => {
    // The last constraint makes Σ y_i·A_i = -1 for a y with bᵀy = 1.
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(10000),
        (n, m, seed) => {
          const y = random(m, 1, seed).data;
          const last = symmetricBuilder(n);
          for (let i = 0; i < n; i++) last.entry(i, i, -1);
          let value = 1;
          const constraints = Array.from({ length: m }, (_, i) => {
            const a = random(n, n, seed + i + 1);
            last.dense(a, -y[i]);
            value -= y[i] * a.data[1];
            return { blocks: [symmetricBuilder(n).dense(a).build()], value: a.data[1] };
          });
          const programme: SemidefiniteProgramme = {
            blocks: [n],
            linear: 0,
            objective: { blocks: [unitTrace(n)] },
            constraints: [...constraints, { blocks: [last.build()], value }],
          };
          const solution = solveSemidefinite(programme);
          // More constraints than entries of X: the dependent ones contradict each other.
          expectCertificate(programme, solution, 'primal');
        },
      ),
      { numRuns: 60, seed: 4 },
    );
  });

  it('of feasible programmes there is none', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.nat(10000),
        fc.integer({ min: -8, max: 8 }),
        (n, seed, power) => {
          const s = random(n, n, seed);
          const { status } = solveSemidefinite(
            smallestEigenvalue({ ...s, data: s.data.map((value) => value * 10 ** power) }),
          );
          expect(status).toBe('optimal');
        },
      ),
      { numRuns: 60, seed: 5 },
    );
  });

  it('comes with every claim about programmes of which nothing is known', () => {
    const seen = { optimal: 0, 'primal-infeasible': 0, 'dual-infeasible': 0, undecided: 0 };
    for (let seed = 1; seed <= 300; seed++) {
      const sizes = random(6, 1, seed).data.map((value) => Math.floor((value + 1) * 3));
      const blocks = Array.from(sizes.subarray(0, 1 + (seed % 2)), (n) => 1 + n);
      const linear = sizes[2];
      const whole = (n: number, key: number) =>
        random(n, n, 97 * seed + key).data.map((v) => Math.round(v * 2));
      const row = (key: number) => ({
        blocks: blocks.map((n, b) =>
          symmetricBuilder(n)
            .dense({ rows: n, cols: n, data: whole(n, 10 * key + b) })
            .build(),
        ),
        linear: vector(whole(linear, 10 * key + 5).subarray(0, linear)),
      });
      const programme: SemidefiniteProgramme = {
        blocks,
        linear,
        objective: row(0),
        constraints: Array.from({ length: 1 + sizes[3] }, (_, i) => ({
          ...row(i + 1),
          value: whole(1, 1000 + i)[0],
        })),
      };
      const solution = solveSemidefinite(programme);
      seen[solution.status]++;
      if (solution.status === 'primal-infeasible') expectCertificate(programme, solution, 'primal');
      if (solution.status === 'dual-infeasible') expectCertificate(programme, solution, 'dual');
    }
    expect(seen.optimal).toBeGreaterThan(10);
    expect(seen['primal-infeasible']).toBeGreaterThan(10);
    expect(seen['dual-infeasible']).toBeGreaterThan(10);
    expect(seen.undecided).toBeLessThan(6);
  });
});
