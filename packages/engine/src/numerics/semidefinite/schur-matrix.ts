import type { DenseKernels } from '../kernels/dense-kernels.ts';
import { type Matrix, zeros } from '../matrix.ts';
import type { BlockConstraints, ConePoint, ConstraintOperator } from './constraint-operator.ts';

type Method = 'product' | 'half-product' | 'entries';

/** How the Schur matrix of a block is formed: its constraints by falling number of entries, each with its method. */
interface BlockPlan {
  block: BlockConstraints;
  order: Int32Array;
  methods: Method[];
  /** Positions in `order` whose method is 'product', and their matrices one below the other. */
  dense: number[];
  stack: Matrix;
  /** Room for one product A·Z⁻¹, and for its transpose. */
  half: Float64Array;
  turned: Float64Array;
}

interface SchurPlan {
  operator: ConstraintOperator;
  blocks: BlockPlan[];
  /** Whether all constraints have a coefficient for this variable of the linear block, and room for those that do. */
  isFull: boolean[];
  full: Matrix;
}

/** What a multiplication costs inside the kernel's product beside one in a sparse loop, from measurements. */
const PRODUCT_COST = 0.15;

/**
 * The three ways of Fujisawa, Kojima and Nakata to pair constraint j with all that have no more entries than it
 * (f_j entries, s of them together): full products X·A_j·Z⁻¹, then sparse sums; A_j·Z⁻¹ alone, then a dot product of
 * length n for every entry; or every pair of entries.
 */
function cheapestMethod(n: number, entries: number, together: number): Method {
  const product = PRODUCT_COST * 4 * n * n * n + together;
  const halfProduct = n * (entries + n + together);
  const pairs = entries * together;
  if (pairs <= product && pairs <= halfProduct) return 'entries';
  return halfProduct <= product ? 'half-product' : 'product';
}

function blockPlan(block: BlockConstraints): BlockPlan {
  const { size, constraint, start, rows, cols, halves } = block;
  const count = Int32Array.from(constraint, (_, k) => {
    let entries = 0;
    for (let e = start[k]; e < start[k + 1]; e++) entries += rows[e] === cols[e] ? 1 : 2;
    return entries;
  });
  const order = Int32Array.from(constraint, (_, k) => k).sort((k, l) => count[l] - count[k] || k - l);
  const methods: Method[] = [];
  let together = 0;
  for (let at = order.length - 1; at >= 0; at--) {
    together += count[order[at]];
    methods[at] = cheapestMethod(size, count[order[at]], together);
  }
  const dense = [...order.keys()].filter((at) => methods[at] === 'product');
  const stack = { rows: dense.length * size, cols: size, data: new Float64Array(dense.length * size * size) };
  dense.forEach((at, d) => {
    const matrix = stack.data.subarray(d * size * size, (d + 1) * size * size);
    for (let e = start[order[at]]; e < start[order[at] + 1]; e++) {
      matrix[rows[e] * size + cols[e]] += halves[e];
      matrix[cols[e] * size + rows[e]] += halves[e];
    }
  });
  const half = new Float64Array(size * size);
  return { block, order, methods, dense, stack, half, turned: half.slice() };
}

/** What does not change from iteration to iteration. Memory O(n²) for every constraint that is treated as dense. */
export function schurPlan(operator: ConstraintOperator): SchurPlan {
  const { count, linear } = operator;
  const isFull = Array.from(
    { length: linear.length },
    (_, l) => linear.start[l + 1] - linear.start[l] === count,
  );
  return {
    operator,
    blocks: operator.blocks.map(blockPlan),
    isFull,
    full: zeros(isFull.filter(Boolean).length, count),
  };
}

function transposeInto(from: Float64Array, size: number, to: Float64Array): void {
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) to[j * size + i] = from[i * size + j];
}

/** Adds to the lower triangle of the m × m array. */
function add(out: Float64Array, m: number, i: number, j: number, value: number): void {
  out[i >= j ? i * m + j : j * m + i] += value;
}

/**
 * The pairs with at least one dense constraint. Two dense ones have M_ij = ⟨X·A_i, A_j·Z⁻¹⟩: two tall products and one
 * product of vectorised matrices for all of them. A sparse one reads its entries of X·A_j·Z⁻¹.
 */
function addDense(
  plan: BlockPlan,
  x: Matrix,
  zInverse: Matrix,
  m: number,
  out: Float64Array,
  k: DenseKernels,
) {
  const { block, order, methods, dense, stack } = plan;
  if (dense.length === 0) return;
  const { size, constraint, start, rows, cols, halves } = block;
  const area = size * size;
  const left = k.multiply(stack, x).data;
  const right = k.multiply(stack, zInverse).data;
  const turned = new Float64Array(left.length);
  for (let d = 0; d < dense.length; d++)
    transposeInto(left.subarray(d * area, (d + 1) * area), size, turned.subarray(d * area, (d + 1) * area));
  const shape = { rows: dense.length, cols: area };
  const products = k.multiply({ ...shape, data: turned }, { ...shape, data: right }, 'right').data;
  const isAllDense = dense.length === order.length;
  dense.forEach((at, d) => {
    const j = constraint[order[at]];
    for (let e = 0; e <= d; e++) {
      const mean = (products[d * dense.length + e] + products[e * dense.length + d]) / 2;
      add(out, m, j, constraint[order[dense[e]]], mean);
    }
    if (isAllDense) return;
    const full = k.multiply(x, {
      rows: size,
      cols: size,
      data: right.subarray(d * area, (d + 1) * area),
    }).data;
    for (let other = 0; other < order.length; other++) {
      if (methods[other] === 'product') continue;
      const i = order[other];
      let sum = 0;
      for (let e = start[i]; e < start[i + 1]; e++)
        sum += halves[e] * (full[rows[e] * size + cols[e]] + full[cols[e] * size + rows[e]]);
      add(out, m, constraint[i], j, sum);
    }
  });
}

/** Pairs of the constraint at `at` with sparser ones, by A_j·Z⁻¹ and dot products. */
function addHalfProduct(
  plan: BlockPlan,
  at: number,
  x: Matrix,
  zInverse: Matrix,
  m: number,
  out: Float64Array,
) {
  const { block, order, methods, half, turned } = plan;
  const { size, constraint, start, rows, cols, halves } = block;
  const z = zInverse.data;
  const j = order[at];
  half.fill(0);
  for (let e = start[j]; e < start[j + 1]; e++) {
    const r = rows[e] * size;
    const c = cols[e] * size;
    const h = halves[e];
    for (let l = 0; l < size; l++) {
      half[r + l] += h * z[c + l];
      half[c + l] += h * z[r + l];
    }
  }
  transposeInto(half, size, turned);
  for (let other = at; other < order.length; other++) {
    if (methods[other] === 'product') continue;
    const i = order[other];
    let sum = 0;
    for (let e = start[i]; e < start[i + 1]; e++) {
      const r = rows[e] * size;
      const c = cols[e] * size;
      let entry = 0;
      for (let l = 0; l < size; l++) entry += x.data[r + l] * turned[c + l] + x.data[c + l] * turned[r + l];
      sum += halves[e] * entry;
    }
    add(out, m, constraint[i], constraint[j], sum);
  }
}

/** Pairs of the constraint at `at` with sparser ones, entry by entry. */
function addEntries(plan: BlockPlan, at: number, x: Matrix, zInverse: Matrix, m: number, out: Float64Array) {
  const { block, order, methods } = plan;
  const { size, constraint, start, rows, cols, halves } = block;
  const xs = x.data;
  const zs = zInverse.data;
  const j = order[at];
  for (let f = start[j]; f < start[j + 1]; f++) {
    const r = rows[f] * size;
    const c = cols[f] * size;
    for (let other = at; other < order.length; other++) {
      if (methods[other] === 'product') continue;
      const i = order[other];
      let sum = 0;
      for (let e = start[i]; e < start[i + 1]; e++) {
        const a = rows[e];
        const b = cols[e];
        sum +=
          halves[e] *
          (xs[r + a] * zs[c + b] + xs[c + a] * zs[r + b] + xs[r + b] * zs[c + a] + xs[c + b] * zs[r + a]);
      }
      add(out, m, constraint[i], constraint[j], halves[f] * sum);
    }
  }
}

/**
 * The lower triangle of M_ij = Σ_b ⟨A_ib, X_b·A_jb·Z_b⁻¹⟩ + Σ_l a_il·a_jl·ratio_l, the ratio being x_l/z_l. X and Z⁻¹
 * are symmetric. With X = Z⁻¹ = 1 and ratio 1 it is the Gram matrix of the constraints.
 */
export function fillSchur(
  plan: SchurPlan,
  x: readonly Matrix[],
  zInverse: readonly Matrix[],
  ratio: ConePoint['linear'],
  kernels: DenseKernels,
  out: Float64Array,
): void {
  const m = plan.operator.count;
  out.fill(0);
  plan.blocks.forEach((own, b) => {
    addDense(own, x[b], zInverse[b], m, out, kernels);
    for (let at = 0; at < own.order.length; at++) {
      if (own.methods[at] === 'half-product') addHalfProduct(own, at, x[b], zInverse[b], m, out);
      else if (own.methods[at] === 'entries') addEntries(own, at, x[b], zInverse[b], m, out);
    }
  });
  addLinear(plan, ratio, kernels, out);
}

/** Variables with a coefficient in every constraint are one product of a tall matrix with itself, others are added pair by pair. */
function addLinear(
  { operator, isFull, full }: SchurPlan,
  ratio: ConePoint['linear'],
  kernels: DenseKernels,
  out: Float64Array,
): void {
  const m = operator.count;
  const { length, start, constraint, values } = operator.linear;
  let to = 0;
  for (let l = 0; l < length; l++) {
    if (isFull[l]) {
      const by = Math.sqrt(ratio[l]);
      for (let e = start[l]; e < start[l + 1]; e++) full.data[to + constraint[e]] = by * values[e];
      to += m;
      continue;
    }
    for (let e = start[l]; e < start[l + 1]; e++)
      for (let f = start[l]; f <= e; f++)
        add(out, m, constraint[e], constraint[f], values[e] * values[f] * ratio[l]);
  }
  if (to === 0) return;
  const products = kernels.crossGram(full).data;
  for (let i = 0; i < m; i++) for (let j = 0; j <= i; j++) out[i * m + j] += products[i * m + j];
}
