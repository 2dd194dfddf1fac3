import type { DenseKernels } from '../kernels/dense-kernels.ts';
import { type Matrix, matrixFromRows, zeros } from '../matrix.ts';
import {
  type BlockConstraints,
  type ConePoint,
  type ConstraintOperator,
  productWith,
  squareMatrix,
} from './constraint-operator.ts';

type Method = 'product' | 'low-rank' | 'half-product' | 'entries';

/** How the Schur matrix of a block is formed: its constraints by falling number of entries, each with its method. */
interface BlockPlan {
  block: BlockConstraints;
  order: Int32Array;
  methods: Method[];
  /** Positions in `order` whose method is 'product', and their matrices one below the other. */
  dense: number[];
  stack: Matrix;
  /** Those whose method is 'low-rank': A = Σ sign·g·gᵀ, with the g of all of them one below the other. */
  low: { at: number; first: number; signs: readonly number[] }[];
  factors: Matrix;
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
  const { size, constraint, start, rows, cols } = block;
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
  const low: BlockPlan['low'] = [];
  const vectors: Float64Array[] = [];
  for (let at = 0; at < order.length && count[order[at]] > LOW_RANK_FROM * size; at++) {
    const found = lowRank(entriesOf(block, order[at]), size);
    if (found === undefined) continue;
    methods[at] = 'low-rank';
    low.push({ at, first: vectors.length, signs: found.map(({ sign }) => sign) });
    vectors.push(...found.map(({ vector }) => vector));
  }
  const factors = matrixFromRows(vectors);
  const dense = [...order.keys()].filter((at) => methods[at] === 'product');
  const stack = { rows: dense.length * size, cols: size, data: new Float64Array(dense.length * size * size) };
  dense.forEach((at, d) => {
    stack.data.set(entriesOf(block, order[at]), d * size * size);
  });
  const half = new Float64Array(size * size);
  return { block, order, methods, dense, stack, low, factors, half, turned: half.slice() };
}

/** The matrix of the block's constraint k. */
function entriesOf({ size, start, rows, cols, halves }: BlockConstraints, k: number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let e = start[k]; e < start[k + 1]; e++) {
    matrix[rows[e] * size + cols[e]] += halves[e];
    matrix[cols[e] * size + rows[e]] += halves[e];
  }
  return matrix;
}

/** Constraints with so many entries a row of the block are worth a look at their rank. */
const LOW_RANK_FROM = 4;
const LARGEST_RANK = 2;

interface Factor {
  sign: number;
  vector: Float64Array;
}

/**
 * A = Σ sign·g·gᵀ with at most two terms, such as sym(u·vᵀ) is; undefined where there are more. A step takes out the row of
 * the largest diagonal entry or, where these are small beside the others, the two rows of the largest entry (Bunch and
 * Parlett's pivots); what is left must be rounding. O(n²).
 */
function lowRank(matrix: Float64Array, size: number): Factor[] | undefined {
  const rowOf = (from: Float64Array, i: number) => from.subarray(i * size, (i + 1) * size);
  const furthest = (from: Float64Array) =>
    from.reduce((most, value, n) => (Math.abs(value) > Math.abs(from[most]) ? n : most), 0);
  const largest = Math.abs(matrix[furthest(matrix)]);
  const found: Factor[] = [];
  let left = matrix;
  for (;;) {
    const at = furthest(left);
    if (Math.abs(left[at]) <= ROUNDING * largest) return found;
    if (found.length === LARGEST_RANK) return undefined;
    let pivot = 0;
    for (let i = 1; i < size; i++)
      if (Math.abs(left[i * (size + 1)]) > Math.abs(left[pivot * (size + 1)])) pivot = i;
    const own = left[pivot * (size + 1)];
    const terms: Factor[] = [];
    if (Math.abs(own) >= 0.1 * Math.abs(left[at])) {
      const root = Math.sqrt(Math.abs(own));
      terms.push({ sign: Math.sign(own), vector: rowOf(left, pivot).map((entry) => entry / root) });
    } else {
      if (found.length > 0) return undefined;
      const [i, j] = [Math.floor(at / size), at % size];
      const [a, b, d] = [left[i * (size + 1)], left[at], left[j * (size + 1)]];
      const radius = Math.sqrt(((a - d) * (a - d)) / 4 + b * b);
      for (const value of [(a + d) / 2 + radius, (a + d) / 2 - radius]) {
        // The eigenvector of [[a, b], [b, d]], over the root of its eigenvalue.
        const length = Math.sqrt(b * b + (value - a) * (value - a)) * Math.sqrt(Math.abs(value));
        const [one, two] = [rowOf(left, i), rowOf(left, j)];
        const vector = one.map((entry, n) => (b * entry + (value - a) * two[n]) / length);
        terms.push({ sign: Math.sign(value), vector });
      }
    }
    found.push(...terms);
    const rest = left.slice();
    for (const { sign, vector } of terms)
      for (let i = 0, n = 0; i < size; i++)
        for (let j = 0; j < size; j++, n++) rest[n] -= sign * vector[i] * vector[j];
    left = rest;
  }
}

/** What is left of a matrix whose terms were taken out, as a share of its largest entry. */
const ROUNDING = 16 * Number.EPSILON;

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
  const { size, constraint } = block;
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
    const full = k.multiply(x, squareMatrix(right.subarray(d * area, (d + 1) * area))).data;
    for (let other = 0; other < order.length; other++) {
      if (methods[other] === 'product') continue;
      const i = order[other];
      add(out, m, constraint[i], j, productWith(block, i, full));
    }
  });
}

/**
 * The pairs with at least one constraint of low rank and none that is dense. With p = X·g and q = Z⁻¹·g of every factor, two of
 * them have M_ij = Σ sign·sign·(gᵀp')(gᵀq'), and a sparse one reads its entries of X·A_j·Z⁻¹ = Σ sign·p·qᵀ: O(n²) a factor.
 */
function addLowRank(
  { block, order, methods, low, factors }: BlockPlan,
  x: Matrix,
  zInverse: Matrix,
  m: number,
  out: Float64Array,
  k: DenseKernels,
) {
  if (low.length === 0) return;
  const { size, constraint, start, rows, cols, halves } = block;
  const [p, q] = [k.multiply(factors, x), k.multiply(factors, zInverse)];
  const count = factors.rows;
  const [inX, inZ] = [k.multiply(factors, p, 'right').data, k.multiply(factors, q, 'right').data];
  low.forEach((one, n) => {
    const j = constraint[order[one.at]];
    for (const other of low.slice(0, n + 1)) {
      let sum = 0;
      one.signs.forEach((sign, r) => {
        other.signs.forEach((otherSign, t) => {
          const at = (one.first + r) * count + other.first + t;
          sum += sign * otherSign * inX[at] * inZ[at];
        });
      });
      add(out, m, j, constraint[order[other.at]], sum);
    }
    for (let other = 0; other < order.length; other++) {
      if (methods[other] === 'product' || methods[other] === 'low-rank') continue;
      const i = order[other];
      let sum = 0;
      for (let e = start[i]; e < start[i + 1]; e++)
        for (let r = 0; r < one.signs.length; r++) {
          const [a, b] = [(one.first + r) * size + rows[e], (one.first + r) * size + cols[e]];
          sum += halves[e] * one.signs[r] * (p.data[a] * q.data[b] + p.data[b] * q.data[a]);
        }
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
    if (methods[other] === 'product' || methods[other] === 'low-rank') continue;
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
      if (methods[other] === 'product' || methods[other] === 'low-rank') continue;
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
    addLowRank(own, x[b], zInverse[b], m, out, kernels);
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
