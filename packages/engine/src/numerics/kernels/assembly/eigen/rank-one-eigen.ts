import { dot, scale } from '../dense/vector';
import { secularRoot } from './secular';

/**
 * Eigenvalues (ascending) and eigenvectors (rows of `vectors`, k × k) of diag(d) + ρ·z·zᵀ, d ascending and distinct, no
 * z_i negligible. Entry i of every eigenvector is stored at `slot[i]`. z is overwritten; `scratch` has room for k.
 *
 * The computed eigenvalues are exact for another vector ẑ close to z, ẑ_i² = Π_j(λ_j - d_i) / (ρ·Π_{j≠i}(d_j - d_i))
 * (Löwner's formula; Gu & Eisenstat 1995). Eigenvectors ẑ_i/(d_i - λ_j) made from it are orthogonal to rounding even
 * where eigenvalues crowd together. O(k²). False if a secular equation could not be solved.
 */
export function innerEigenvectors(
  k: i32,
  d: usize,
  z: usize,
  rho: f64,
  slot: usize,
  values: usize,
  vectors: usize,
  scratch: usize,
): bool {
  const row = (<usize>k) << 3;
  for (let i = 0; i < k; i++) {
    const zi = load<f64>(z + ((<usize>i) << 3));
    store<f64>(scratch + ((<usize>i) << 3), zi * zi);
  }
  for (let j = 0; j < k; j++) {
    const value = secularRoot(k, j, d, scratch, rho, vectors + <usize>j * row);
    if (!(abs(value) <= f64.MAX_VALUE)) return false;
    store<f64>(values + ((<usize>j) << 3), value);
  }
  correctVector(k, d, z, vectors, scratch);
  for (let j = 0; j < k; j++) {
    const differences = vectors + <usize>j * row;
    for (let i = 0; i < k; i++) {
      const at = (<usize>i) << 3;
      store<f64>(
        scratch + ((<usize>load<i32>(slot + ((<usize>i) << 2))) << 3),
        load<f64>(z + at) / load<f64>(differences + at),
      );
    }
    scale(k, 1 / Math.sqrt(dot(k, scratch, scratch)), scratch);
    memory.copy(differences, scratch, row);
  }
  return true;
}

/** z ← ẑ with the signs of z; the common factor 1/ρ is left out because eigenvectors are normalised anyway. */
function correctVector(k: i32, d: usize, z: usize, differences: usize, product: usize): void {
  const row = (<usize>k) << 3;
  for (let i = 0; i < k; i++) {
    const at = (<usize>i) << 3;
    store<f64>(product + at, load<f64>(differences + <usize>i * row + at));
  }
  for (let j = 0; j < k; j++) {
    const dj = load<f64>(d + ((<usize>j) << 3));
    multiplyRatios(0, j, dj, d, differences + <usize>j * row, product);
    multiplyRatios(j + 1, k, dj, d, differences + <usize>j * row, product);
  }
  for (let i = 0; i < k; i++) {
    const at = (<usize>i) << 3;
    const size = Math.sqrt(max(-load<f64>(product + at), 0));
    store<f64>(z + at, load<f64>(z + at) < 0 ? -size : size);
  }
}

/** product_i ← product_i·(d_i - λ_j)/(d_i - d_j). */
function multiplyRatios(from: i32, to: i32, dj: f64, d: usize, differences: usize, product: usize): void {
  const pole = f64x2.splat(dj);
  let i = from;
  for (; i + 2 <= to; i += 2) {
    const at = (<usize>i) << 3;
    const ratio = f64x2.div(v128.load(differences + at), f64x2.sub(v128.load(d + at), pole));
    v128.store(product + at, f64x2.mul(v128.load(product + at), ratio));
  }
  if (i < to) {
    const at = (<usize>i) << 3;
    const ratio = load<f64>(differences + at) / (load<f64>(d + at) - dj);
    store<f64>(product + at, load<f64>(product + at) * ratio);
  }
}
