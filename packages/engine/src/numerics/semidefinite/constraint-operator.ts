import type { Matrix } from '../matrix.ts';
import type { SemidefiniteConstraint, SemidefiniteProgramme } from './programme.ts';

/**
 * The constraints that touch one block, one after another: those of constraint[k] are the entries from start[k] up to
 * start[k + 1]. `halves` is A_ij off the diagonal and A_ii/2 on it, so that A = Σ half·(e_i·e_jᵀ + e_j·e_iᵀ) without
 * a case for the diagonal.
 */
export interface BlockConstraints {
  size: number;
  constraint: Int32Array;
  start: Int32Array;
  rows: Int32Array;
  cols: Int32Array;
  halves: Float64Array;
}

/** The linear block by variables: those of variable l are the entries from start[l] up to start[l + 1]. */
interface LinearConstraints {
  length: number;
  start: Int32Array;
  constraint: Int32Array;
  values: Float64Array;
}

/** The map (X, x) ↦ (Σ_b ⟨A_ib, X_b⟩ + a_iᵀx)_i in compressed form. */
export interface ConstraintOperator {
  count: number;
  blocks: BlockConstraints[];
  linear: LinearConstraints;
}

/** A point of the cone's space: one row-major array for each block and one for the linear block. */
export interface ConePoint {
  blocks: Float64Array[];
  linear: Float64Array;
}

export function zeroPoint(sizes: readonly number[], linear: number): ConePoint {
  return { blocks: sizes.map((size) => new Float64Array(size * size)), linear: new Float64Array(linear) };
}

export function pointDot(a: ConePoint, b: ConePoint): number {
  let sum = 0;
  for (let k = 0; k < a.blocks.length; k++) {
    const [left, right] = [a.blocks[k], b.blocks[k]];
    for (let i = 0; i < left.length; i++) sum += left[i] * right[i];
  }
  for (let i = 0; i < a.linear.length; i++) sum += a.linear[i] * b.linear[i];
  return sum;
}

/** The Frobenius norm over all blocks. */
export const pointNorm = (a: ConePoint) => Math.sqrt(pointDot(a, a));

/** to = base + step·direction. */
export function advance(base: ConePoint, step: number, direction: ConePoint, to: ConePoint): void {
  base.blocks.forEach((block, b) => {
    const [d, out] = [direction.blocks[b], to.blocks[b]];
    for (let i = 0; i < block.length; i++) out[i] = block[i] + step * d[i];
  });
  for (let l = 0; l < base.linear.length; l++) to.linear[l] = base.linear[l] + step * direction.linear[l];
}

/** A block as a matrix. */
export function squareMatrix(data: Float64Array): Matrix {
  const size = Math.sqrt(data.length);
  return { rows: size, cols: size, data };
}

/** ⟨A, (U + Uᵀ)/2⟩ for constraint k of a block. */
export function productWith(
  { size, start, rows, cols, halves }: BlockConstraints,
  k: number,
  u: Float64Array,
): number {
  let sum = 0;
  for (let e = start[k]; e < start[k + 1]; e++)
    sum += halves[e] * (u[rows[e] * size + cols[e]] + u[cols[e] * size + rows[e]]);
  return sum;
}

function blockConstraints(
  constraints: readonly SemidefiniteConstraint[],
  block: number,
  size: number,
): BlockConstraints {
  const touching = constraints.flatMap(({ blocks }, i) =>
    (blocks[block]?.values.length ?? 0) > 0 ? [i] : [],
  );
  const most = touching.reduce((sum, i) => sum + constraints[i].blocks[block]!.values.length, 0);
  const start = new Int32Array(touching.length + 1);
  const rows = new Int32Array(most);
  const cols = new Int32Array(most);
  const halves = new Float64Array(most);
  // Where an entry of the constraint at hand went, plus 1: entries that are named twice are added.
  const seen = new Int32Array(size * size);
  let used = 0;
  touching.forEach((index, k) => {
    const a = constraints[index].blocks[block]!;
    for (let e = 0; e < a.values.length; e++) {
      const i = a.rows[e];
      const j = a.cols[e];
      const half = i === j ? a.values[e] / 2 : a.values[e];
      const before = seen[i * size + j];
      if (before > start[k]) {
        halves[before - 1] += half;
        continue;
      }
      rows[used] = i;
      cols[used] = j;
      halves[used] = half;
      seen[i * size + j] = ++used;
    }
    start[k + 1] = used;
  });
  return {
    size,
    constraint: Int32Array.from(touching),
    start,
    rows: rows.subarray(0, used),
    cols: cols.subarray(0, used),
    halves: halves.subarray(0, used),
  };
}

function linearConstraints(
  constraints: readonly SemidefiniteConstraint[],
  length: number,
): LinearConstraints {
  const most = new Int32Array(length + 1);
  for (const { linear } of constraints)
    for (let k = 0; k < (linear?.values.length ?? 0); k++) most[linear!.indices[k] + 1]++;
  for (let l = 0; l < length; l++) most[l + 1] += most[l];
  const end = most.slice(0, length);
  const constraint = new Int32Array(most[length]);
  const values = new Float64Array(most[length]);
  constraints.forEach(({ linear }, index) => {
    for (let k = 0; k < (linear?.values.length ?? 0); k++) {
      const l = linear!.indices[k];
      // An entry that is named twice is added.
      if (end[l] === most[l] || constraint[end[l] - 1] !== index) constraint[end[l]++] = index;
      values[end[l] - 1] += linear!.values[k];
    }
  });
  const start = new Int32Array(length + 1);
  for (let l = 0; l < length; l++) {
    start[l + 1] = start[l] + end[l] - most[l];
    constraint.copyWithin(start[l], most[l], end[l]);
    values.copyWithin(start[l], most[l], end[l]);
  }
  const used = start[length];
  return { length, start, constraint: constraint.subarray(0, used), values: values.subarray(0, used) };
}

/** The constraints of a programme in compressed form. */
export function constraintOperator({
  blocks,
  linear,
  constraints,
}: SemidefiniteProgramme): ConstraintOperator {
  return {
    count: constraints.length,
    blocks: blocks.map((size, b) => blockConstraints(constraints, b, size)),
    linear: linearConstraints(constraints, linear),
  };
}

/** The constraints with the given numbers alone, in their order, constraint i times scale[i]. */
export function selectConstraints(
  { blocks, linear }: ConstraintOperator,
  kept: readonly number[],
  scale: Float64Array,
): ConstraintOperator {
  const place = new Int32Array(scale.length).fill(-1);
  kept.forEach((i, to) => {
    place[i] = to;
  });
  const selectBlock = (block: BlockConstraints): BlockConstraints => {
    const stays = [...block.constraint.keys()].filter((k) => place[block.constraint[k]] >= 0);
    const start = new Int32Array(stays.length + 1);
    stays.forEach((k, to) => {
      start[to + 1] = start[to] + block.start[k + 1] - block.start[k];
    });
    const rows = new Int32Array(start[stays.length]);
    const cols = new Int32Array(rows.length);
    const halves = new Float64Array(rows.length);
    stays.forEach((k, to) => {
      const factor = scale[block.constraint[k]];
      rows.set(block.rows.subarray(block.start[k], block.start[k + 1]), start[to]);
      cols.set(block.cols.subarray(block.start[k], block.start[k + 1]), start[to]);
      for (let e = block.start[k], f = start[to]; e < block.start[k + 1]; e++, f++)
        halves[f] = block.halves[e] * factor;
    });
    const constraint = Int32Array.from(stays, (k) => place[block.constraint[k]]);
    return { size: block.size, constraint, start, rows, cols, halves };
  };
  const start = new Int32Array(linear.length + 1);
  const constraint: number[] = [];
  const values: number[] = [];
  for (let l = 0; l < linear.length; l++) {
    for (let e = linear.start[l]; e < linear.start[l + 1]; e++) {
      const i = linear.constraint[e];
      if (place[i] < 0) continue;
      constraint.push(place[i]);
      values.push(linear.values[e] * scale[i]);
    }
    start[l + 1] = constraint.length;
  }
  return {
    count: kept.length,
    blocks: blocks.map(selectBlock),
    linear: {
      length: linear.length,
      start,
      constraint: Int32Array.from(constraint),
      values: Float64Array.from(values),
    },
  };
}

/** The objective as a dense point. */
export function objectivePoint({ blocks, linear, objective }: SemidefiniteProgramme): ConePoint {
  const point = zeroPoint(blocks, linear);
  objective.blocks.forEach((a, b) => {
    const c = point.blocks[b];
    for (let k = 0; k < (a?.values.length ?? 0); k++) {
      const [i, j] = [a!.rows[k], a!.cols[k]];
      c[i * blocks[b] + j] += a!.values[k];
      if (i !== j) c[j * blocks[b] + i] += a!.values[k];
    }
  });
  const vector = objective.linear;
  for (let k = 0; k < (vector?.values.length ?? 0); k++)
    point.linear[vector!.indices[k]] += vector!.values[k];
  return point;
}

/** out_i = Σ_b ⟨A_ib, (U_b + U_bᵀ)/2⟩ + a_iᵀu: U need not be symmetric. Cost: the entries of the constraints. */
export function applyConstraints(operator: ConstraintOperator, u: ConePoint, out: Float64Array): void {
  out.fill(0);
  operator.blocks.forEach((block, b) => {
    for (let k = 0; k < block.constraint.length; k++)
      out[block.constraint[k]] += productWith(block, k, u.blocks[b]);
  });
  const { length, start, constraint, values } = operator.linear;
  for (let l = 0; l < length; l++)
    for (let e = start[l]; e < start[l + 1]; e++) out[constraint[e]] += values[e] * u.linear[l];
}

/** out = base - Σ_i y_i·A_i, exactly symmetric where the base is. Cost: the entries of the constraints. */
export function subtractAdjoint(
  operator: ConstraintOperator,
  base: ConePoint,
  y: Float64Array,
  out: ConePoint,
): void {
  operator.blocks.forEach(({ size, constraint, start, rows, cols, halves }, b) => {
    const matrix = out.blocks[b];
    if (matrix !== base.blocks[b]) matrix.set(base.blocks[b]);
    for (let k = 0; k < constraint.length; k++) {
      const weight = y[constraint[k]];
      if (weight === 0) continue;
      for (let e = start[k]; e < start[k + 1]; e++) {
        const term = weight * halves[e];
        matrix[rows[e] * size + cols[e]] -= term;
        matrix[cols[e] * size + rows[e]] -= term;
      }
    }
  });
  const { length, start, constraint, values } = operator.linear;
  for (let l = 0; l < length; l++) {
    let value = base.linear[l];
    for (let e = start[l]; e < start[l + 1]; e++) value -= y[constraint[e]] * values[e];
    out.linear[l] = value;
  }
}
