import { gemm, LOWER } from './gemm';
import { STORE } from './micro-kernel';

/**
 * C ← X·Xᵀ for an n × k matrix X with any distances in bytes between rows and columns: the lower triangle is computed
 * (n²·k operations) and mirrored, so C is symmetric to the last bit.
 */
export function syrk(n: i32, k: i32, x: usize, xRow: usize, xCol: usize, c: usize): void {
  const row = (<usize>n) << 3;
  gemm(n, n, k, x, xRow, xCol, x, xCol, xRow, c, row, STORE, LOWER);
  mirrorLower(n, c);
}

/** Copies the lower triangle onto the upper one, in square blocks so that neither side runs through memory in long strides. */
export function mirrorLower(n: i32, c: usize): void {
  const row = (<usize>n) << 3;
  for (let top = 0; top < n; top += 32) {
    const bottom = min(top + 32, n);
    for (let left = 0; left <= top; left += 32) {
      for (let i = top; i < bottom; i++) {
        const from = c + <usize>i * row;
        const end = min(left + 32, i);
        for (let j = left; j < end; j++) {
          store<f64>(c + <usize>j * row + ((<usize>i) << 3), load<f64>(from + ((<usize>j) << 3)));
        }
      }
    }
  }
}
