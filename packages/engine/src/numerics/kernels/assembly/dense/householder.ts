import { FULL, gemm } from './gemm';
import { STORE, SUBTRACT } from './micro-kernel';
import { dot, scale } from './vector';

/** The most reflectors that are applied together as one product. */
export const BLOCK: i32 = 32;

/** A tail whose square sum is below this would make a reflector of rounded denormals; the matrix is scaled to about 1. */
const NEGLIGIBLE: f64 = 1e-280;

const triangle: usize = memory.data(32 * 32 * 8, 16);
const products: usize = memory.data(32 * 32 * 8, 16);

/** Doubles that `applyBlock` needs as work space for reflectors of length `length` and so many rows. */
export function blockWorkspace(length: i32, rows: i32): i32 {
  return BLOCK * (2 * length + rows);
}

/**
 * The reflector H = I - τ·v·vᵀ, v₀ = 1, that turns x into β·e₀: x becomes v, τ goes to `tau`, β is the result.
 * β has the sign opposite to x₀, so that x₀ - β cancels nothing.
 */
export function makeReflector(n: i32, x: usize, tau: usize): f64 {
  const head = load<f64>(x);
  const tail = dot(n - 1, x + 8, x + 8);
  store<f64>(x, 1);
  if (tail < NEGLIGIBLE) {
    memory.fill(x + 8, 0, (<usize>(n - 1)) << 3);
    store<f64>(tau, 0);
    return head;
  }
  const norm = Math.sqrt(head * head + tail);
  const beta = head > 0 ? -norm : norm;
  store<f64>(tau, (beta - head) / beta);
  scale(n - 1, 1 / (head - beta), x + 8);
  return beta;
}

/**
 * Z ← Z·(H₀·H₁⋯H_{b-1})ᵀ for `rows` contiguous rows of Z and b ≤ BLOCK reflectors of length n, which are the rows of
 * a matrix (distance `vRow`) whose reflector t starts at entry t: what lies before is not read.
 * Compact WY form: the product is I - Vᵀ·T·V with T upper triangular, so Z ← Z - (Z·Vᵀ)·(Tᵀ·V); 4·rows·n·b operations.
 */
export function applyBlock(
  b: i32,
  n: i32,
  v: usize,
  vRow: usize,
  tau: usize,
  z: usize,
  zRow: usize,
  rows: i32,
  work: usize,
): void {
  const row = (<usize>n) << 3;
  const reflectors = work;
  const combined = reflectors + <usize>b * row;
  const projected = combined + <usize>b * row;
  for (let t = 0; t < b; t++) {
    const offset = (<usize>t) << 3;
    const to = reflectors + <usize>t * row;
    memory.fill(to, 0, offset);
    memory.copy(to + offset, v + <usize>t * vRow + offset, row - offset);
  }
  blockTriangle(b, n, reflectors, tau);
  const side = (<usize>b) << 3;
  gemm(b, n, b, triangle, 8, side, reflectors, row, 8, combined, row, STORE, FULL);
  gemm(rows, b, n, z, zRow, 8, reflectors, 8, row, projected, side, STORE, FULL);
  gemm(rows, n, b, projected, side, 8, combined, row, 8, z, zRow, SUBTRACT, FULL);
}

/** T column by column: T_jj = τ_j, T_{0:j,j} = -τ_j·T_{0:j,0:j}·(V_{0:j}·v_j). */
function blockTriangle(b: i32, n: i32, v: usize, tau: usize): void {
  const row = (<usize>n) << 3;
  const side = (<usize>b) << 3;
  gemm(b, b, n, v, row, 8, v, 8, row, products, side, STORE, FULL);
  memory.fill(triangle, 0, <usize>b * side);
  for (let j = 0; j < b; j++) {
    const t = load<f64>(tau + ((<usize>j) << 3));
    const column = (<usize>j) << 3;
    for (let i = 0; i < j; i++) {
      let sum: f64 = 0;
      for (let l = i; l < j; l++) {
        sum +=
          load<f64>(triangle + <usize>i * side + ((<usize>l) << 3)) *
          load<f64>(products + <usize>l * side + column);
      }
      store<f64>(triangle + <usize>i * side + column, -t * sum);
    }
    store<f64>(triangle + <usize>j * side + column, t);
  }
}
