import type { SparseSymmetric } from './sparse-symmetric.ts';

export interface SparseVector {
  indices: ArrayLike<number>;
  values: ArrayLike<number>;
}

/** Σ_b ⟨A_b, X_b⟩ + aᵀx = value. A block that is left out is zero. */
export interface SemidefiniteConstraint {
  blocks: readonly (SparseSymmetric | undefined)[];
  linear?: SparseVector | undefined;
  value: number;
}

/**
 * Minimise Σ_b ⟨C_b, X_b⟩ + cᵀx subject to the constraints, X_b symmetric positive semidefinite, x ≥ 0. Its dual:
 * maximise bᵀy where Z_b = C_b - Σ_i y_i·A_ib is positive semidefinite and z = c - Σ_i y_i·a_i ≥ 0.
 */
export interface SemidefiniteProgramme {
  /** The size of each X_b. */
  blocks: readonly number[];
  /** The length of x. */
  linear: number;
  objective: { blocks: readonly (SparseSymmetric | undefined)[]; linear?: SparseVector | undefined };
  constraints: readonly SemidefiniteConstraint[];
  /** What is known of the trace of each X_b wherever it is feasible: makes `lowerBound` possible. */
  traceBounds?: readonly number[] | undefined;
  /** What is known of Σ x, likewise; needed beside `traceBounds` where x is not empty. */
  linearBound?: number | undefined;
}

const isIndex = (value: number, below: number) => Number.isInteger(value) && value >= 0 && value < below;

function symmetricProblems(where: string, size: number, a: SparseSymmetric): string[] {
  const { rows, cols, values } = a;
  if (rows.length !== values.length || cols.length !== values.length)
    return [`${where}: ${rows.length} rows, ${cols.length} columns and ${values.length} values`];
  const found: string[] = [];
  for (let k = 0; k < values.length; k++) {
    if (!isIndex(rows[k], size) || !isIndex(cols[k], rows[k] + 1))
      found.push(
        `${where}: entry ${k} at (${rows[k]}, ${cols[k]}) is not in a lower triangle of ${size} rows`,
      );
    if (!Number.isFinite(values[k])) found.push(`${where}: entry ${k} is ${values[k]}, not a finite number`);
  }
  return found;
}

function vectorProblems(where: string, length: number, a: SparseVector): string[] {
  if (a.indices.length !== a.values.length)
    return [`${where}: ${a.indices.length} indices and ${a.values.length} values`];
  const found: string[] = [];
  for (let k = 0; k < a.values.length; k++) {
    if (!isIndex(a.indices[k], length))
      found.push(`${where}: index ${a.indices[k]} of entry ${k} is not below ${length}`);
    if (!Number.isFinite(a.values[k]))
      found.push(`${where}: entry ${k} is ${a.values[k]}, not a finite number`);
  }
  return found;
}

function boundProblems(where: string, bound: number): string[] {
  return bound >= 0 && Number.isFinite(bound) ? [] : [`${where} must be a finite number from 0: ${bound}`];
}

/** Throws a RangeError that lists everything that is wrong with the shape or the numbers of a programme. */
export function checkProgramme(programme: SemidefiniteProgramme): void {
  const { blocks, linear, objective, constraints, traceBounds, linearBound } = programme;
  const found: string[] = [];
  const sizesFit = blocks.every((size) => Number.isInteger(size) && size >= 1);
  if (!sizesFit) found.push(`the sizes of the blocks must be whole numbers from 1: ${blocks.join(', ')}`);
  const lengthFits = Number.isInteger(linear) && linear >= 0;
  if (!lengthFits) found.push(`the length of the linear block must be a whole number: ${linear}`);
  if (traceBounds !== undefined) {
    if (traceBounds.length !== blocks.length)
      found.push(`${traceBounds.length} trace bounds for ${blocks.length} blocks`);
    traceBounds.forEach((bound, b) => {
      found.push(...boundProblems(`trace bound ${b}`, bound));
    });
  }
  if (linearBound !== undefined) found.push(...boundProblems('the linear bound', linearBound));
  if (sizesFit && lengthFits) {
    const rows = [{ where: 'the objective', ...objective }].concat(
      constraints.map((constraint, i) => ({ where: `constraint ${i}`, ...constraint })),
    );
    for (const row of rows) {
      if (row.blocks.length > blocks.length)
        found.push(`${row.where} has ${row.blocks.length} blocks, the programme ${blocks.length}`);
      row.blocks.slice(0, blocks.length).forEach((a, b) => {
        if (a !== undefined) found.push(...symmetricProblems(`${row.where}, block ${b}`, blocks[b], a));
      });
      if (row.linear !== undefined)
        found.push(...vectorProblems(`${row.where}, linear block`, linear, row.linear));
    }
  }
  constraints.forEach(({ value }, i) => {
    if (!Number.isFinite(value)) found.push(`constraint ${i}: the value ${value} is not a finite number`);
  });
  if (found.length > 0) throw new RangeError(`not a semidefinite programme:\n${found.join('\n')}`);
}
