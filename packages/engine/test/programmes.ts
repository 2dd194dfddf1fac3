import { type Matrix, matrixFromRows } from '../src/numerics/matrix.ts';
import type { SemidefiniteProgramme, SparseVector } from '../src/numerics/semidefinite/programme.ts';
import { type SparseSymmetric, symmetricBuilder } from '../src/numerics/semidefinite/sparse-symmetric.ts';
import { random } from './matrices.ts';

/** A = S as entries, read from the lower triangle. */
export const sparse = (s: Matrix): SparseSymmetric => symmetricBuilder(s.rows).dense(s).build();

/** ⟨A, X⟩ = X_ij. */
export const reading = (n: number, i: number, j: number): SparseSymmetric =>
  symmetricBuilder(n).coefficient(i, j, 1).build();

export const unitTrace = (n: number): SparseSymmetric => {
  const builder = symmetricBuilder(n);
  for (let i = 0; i < n; i++) builder.entry(i, i, 1);
  return builder.build();
};

export const vector = (values: ArrayLike<number>): SparseVector => ({
  indices: Array.from(values, (_, l) => l),
  values,
});

/** Minimise ⟨S, X⟩ over tr X = 1: the smallest eigenvalue of S. */
export const smallestEigenvalue = (s: Matrix): SemidefiniteProgramme => ({
  blocks: [s.rows],
  linear: 0,
  objective: { blocks: [sparse(s)] },
  constraints: [{ blocks: [unitTrace(s.rows)], value: 1 }],
  traceBounds: [1],
});

export type Edges = readonly (readonly [number, number])[];

export const cycle = (n: number): Edges => Array.from({ length: n }, (_, i) => [i, (i + 1) % n] as const);

export const petersen: Edges = Array.from({ length: 5 }, (_, i) => [
  [i, (i + 1) % 5] as const,
  [i, i + 5] as const,
  [i + 5, ((i + 2) % 5) + 5] as const,
]).flat();

/** Its optimum is minus Lovász's theta number of the graph. */
export function lovaszTheta(n: number, edges: Edges): SemidefiniteProgramme {
  const ones = new Float64Array(n).fill(1);
  return {
    blocks: [n],
    linear: 0,
    objective: { blocks: [symmetricBuilder(n).outer(ones, ones, -1).build()] },
    constraints: [
      { blocks: [unitTrace(n)], value: 1 },
      ...edges.map(([i, j]) => ({ blocks: [reading(n, i, j)], value: 0 })),
    ],
    traceBounds: [1],
  };
}

/** Its optimum is minus the semidefinite relaxation of the largest cut. */
export function maxCut(n: number, edges: Edges): SemidefiniteProgramme {
  const builder = symmetricBuilder(n);
  for (const [i, j] of edges)
    builder
      .entry(i, i, -1 / 4)
      .entry(j, j, -1 / 4)
      .entry(i, j, 1 / 4);
  return {
    blocks: [n],
    linear: 0,
    objective: { blocks: [builder.build()] },
    constraints: Array.from({ length: n }, (_, i) => ({ blocks: [reading(n, i, i)], value: 1 })),
    traceBounds: [n],
  };
}

export interface KnownSolution {
  programme: SemidefiniteProgramme;
  optimum: number;
}

/** Σ_k values_k·q_k·q_kᵀ for the first columns q_k of an orthogonal matrix: Householder's of a random vector. */
function withEigenvalues(values: readonly number[], seed: number): Matrix {
  const n = values.length;
  const v = random(n, 1, seed).data;
  const square = v.reduce((sum, value) => sum + value * value, 0);
  const q = (i: number, k: number) => (i === k ? 1 : 0) - (2 * v[i] * v[k]) / square;
  return matrixFromRows(
    values.map((_, i) =>
      values.map((_, j) => values.reduce((sum, value, k) => sum + value * q(i, k) * q(j, k), 0)),
    ),
  );
}

/**
 * A programme built backwards from its solution: X* and Z* share eigenvectors and have complementary eigenvalues, so
 * with b = A(X*) and C = Z* + Σ_i y*_i·A_i they are optimal, whatever the constraints are.
 */
export function builtBackwards(
  blocks: readonly number[],
  linear: number,
  m: number,
  seed: number,
  density = 1,
): KnownSolution {
  const y = random(m, 1, seed).data;
  const pairs = blocks.map((n, b) => {
    const rank = Math.max(1, Math.floor(n / 2));
    const size = (k: number) => 0.5 + (k % 3);
    return {
      x: withEigenvalues(
        Array.from({ length: n }, (_, k) => (k < rank ? size(k) : 0)),
        seed + b,
      ),
      z: withEigenvalues(
        Array.from({ length: n }, (_, k) => (k < rank ? 0 : size(k))),
        seed + b,
      ),
    };
  });
  const x = Float64Array.from({ length: linear }, (_, l) => (l % 2 ? 0 : 1 + (l % 3)));
  const z = x.map((value) => (value === 0 ? 1.5 : 0));
  const constraints = Array.from({ length: m }, (_, i) => {
    let value = 0;
    const matrices = blocks.map((n, b) => {
      const full = random(n, n, 1000 * seed + 10 * i + b);
      const kept = random(n, n, 2000 * seed + 10 * i + b).data;
      const a = { ...full, data: full.data.map((entry, k) => (Math.abs(kept[k]) <= density ? entry : 0)) };
      for (let r = 0; r < n; r++)
        for (let c = 0; c <= r; c++)
          value += (r === c ? 1 : 2) * a.data[r * n + c] * pairs[b].x.data[r * n + c];
      return a;
    });
    const row = random(linear, 1, 3000 * seed + i).data;
    for (let l = 0; l < linear; l++) value += row[l] * x[l];
    return { matrices, row, value };
  });
  const cost = z.map((value, l) => constraints.reduce((sum, { row }, i) => sum + y[i] * row[l], value));
  return {
    programme: {
      blocks,
      linear,
      objective: {
        blocks: blocks.map((n, b) => {
          const builder = symmetricBuilder(n).dense(pairs[b].z);
          constraints.forEach(({ matrices }, i) => {
            builder.dense(matrices[b], y[i]);
          });
          return builder.build();
        }),
        linear: vector(cost),
      },
      constraints: constraints.map(({ matrices, row, value }) => ({
        blocks: matrices.map(sparse),
        linear: vector(row),
        value,
      })),
      traceBounds: pairs.map(({ x: { rows, data } }) => {
        let trace = 0;
        for (let i = 0; i < rows; i++) trace += data[i * rows + i];
        return 2 * trace;
      }),
      linearBound: 100,
    },
    optimum: constraints.reduce((sum, { value }, i) => sum + value * y[i], 0),
  };
}
