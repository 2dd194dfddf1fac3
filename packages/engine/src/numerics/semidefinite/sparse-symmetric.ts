import type { Matrix } from '../matrix.ts';

/** A symmetric matrix by the entries of its lower triangle, rows[k] ≥ cols[k]; entries named twice are added. */
export interface SparseSymmetric {
  rows: ArrayLike<number>;
  cols: ArrayLike<number>;
  values: ArrayLike<number>;
}

/** Collects a symmetric matrix A term by term; every method adds and returns the builder itself. */
interface SymmetricBuilder {
  /** A_ij and A_ji grow by the value. */
  entry(i: number, j: number, value: number): SymmetricBuilder;
  /** ⟨A, X⟩ grows by weight·X_ij, so each of A_ij and A_ji by half of it where i ≠ j. */
  coefficient(i: number, j: number, weight: number): SymmetricBuilder;
  /** A grows by weight·(u·vᵀ + v·uᵀ)/2, so ⟨A, X⟩ by weight·uᵀ·X·v. */
  outer(u: ArrayLike<number>, v: ArrayLike<number>, weight?: number): SymmetricBuilder;
  /** A grows by weight·S, where S is read from its lower triangle. */
  dense(s: Matrix, weight?: number): SymmetricBuilder;
  build(): SparseSymmetric;
}

/** Entries that cancel to exactly zero are left out. Memory O(size²) until it is built. */
export function symmetricBuilder(size: number): SymmetricBuilder {
  if (!(Number.isInteger(size) && size >= 0))
    throw new RangeError(`the size of a symmetric matrix must be a whole number: ${size}`);
  const packed = new Float64Array((size * (size + 1)) / 2);
  const inside = (index: number) => Number.isInteger(index) && index >= 0 && index < size;
  const position = (i: number, j: number) => {
    if (!(inside(i) && inside(j))) throw new RangeError(`no entry (${i}, ${j}) in ${size} × ${size}`);
    return i >= j ? (i * (i + 1)) / 2 + j : (j * (j + 1)) / 2 + i;
  };

  const builder: SymmetricBuilder = {
    entry(i, j, value) {
      packed[position(i, j)] += value;
      return builder;
    },
    coefficient: (i, j, weight) => builder.entry(i, j, i === j ? weight : weight / 2),
    outer(u, v, weight = 1) {
      if (u.length !== size || v.length !== size)
        throw new RangeError(`vectors of ${u.length} and ${v.length} entries for ${size} × ${size}`);
      for (let i = 0, k = 0; i < size; i++)
        for (let j = 0; j <= i; j++, k++) packed[k] += (weight * (u[i] * v[j] + v[i] * u[j])) / 2;
      return builder;
    },
    dense(s, weight = 1) {
      if (s.rows !== size || s.cols !== size)
        throw new RangeError(`a ${s.rows} × ${s.cols} matrix for ${size} × ${size}`);
      for (let i = 0, k = 0; i < size; i++)
        for (let j = 0; j <= i; j++, k++) packed[k] += weight * s.data[i * size + j];
      return builder;
    },
    build() {
      let count = 0;
      for (const value of packed) if (value !== 0) count++;
      const rows = new Int32Array(count);
      const cols = new Int32Array(count);
      const values = new Float64Array(count);
      for (let i = 0, k = 0, to = 0; i < size; i++)
        for (let j = 0; j <= i; j++, k++) {
          if (packed[k] === 0) continue;
          rows[to] = i;
          cols[to] = j;
          values[to++] = packed[k];
        }
      return { rows, cols, values };
    },
  };
  return builder;
}
