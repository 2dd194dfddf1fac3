import { dot } from '../../numerics/matrix.ts';
import type { Benchmark } from './benchmark.ts';
import { visibleRows } from './benchmark.ts';

/** A row counts as inside when what is left of it outside is below this share of its length. */
export const INSIDE = 1e-10;

/** An orthonormal basis that can be extended row by row. */
export type RowSpace = readonly Float64Array[];

/** Of each realised protocol the row space of [A; hᵀ], or of A alone for targets that are not linear. */
export function visibleSpaces(benchmark: Benchmark, linearTarget: boolean): RowSpace[] {
  return visibleRows(benchmark, linearTarget).map((rows) => extended([], rows));
}

/** The basis with more rows taken in; rows that lie inside add nothing. */
export function extended(space: RowSpace, rows: readonly ArrayLike<number>[]): RowSpace {
  const basis = [...space];
  for (const row of rows) {
    const { rest, left, size } = outside(basis, row);
    if (left > INSIDE * size) basis.push(rest.map((value) => value / left));
  }
  return basis;
}

/** Whether every row lies in the space (Proposition 'augmentation', part (i)). */
export function contains(space: RowSpace, rows: readonly ArrayLike<number>[]): boolean {
  return rows.every((row) => {
    const { left, size } = outside(space, row);
    return left <= INSIDE * size;
  });
}

/** Gram–Schmidt against an orthonormal basis, twice, which is as good as Householder for one row. */
function outside(space: RowSpace, row: ArrayLike<number>) {
  const rest = Float64Array.from(row);
  const size = Math.sqrt(dot(rest, rest));
  for (let pass = 0; pass < 2; pass++)
    for (const known of space) {
      const share = dot(rest, known);
      for (let j = 0; j < rest.length; j++) rest[j]! -= share * known[j]!;
    }
  return { rest, left: Math.sqrt(dot(rest, rest)), size };
}
