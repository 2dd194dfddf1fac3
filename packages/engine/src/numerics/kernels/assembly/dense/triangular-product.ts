import { FULL, gemm } from './gemm';
import { STORE } from './micro-kernel';

/** Rows that are multiplied at a time. */
const STRIP: i32 = 32;

/**
 * C ← A·B for an m × n matrix A, m ≤ n, and an n × n matrix B that have zeros below their diagonals, and so has C. Any
 * distances in bytes between the rows and columns of B. A third of the operations of `gemm`.
 */
export function multiplyUpper(m: i32, n: i32, a: usize, b: usize, bRow: usize, bCol: usize, c: usize): void {
  const row = (<usize>n) << 3;
  for (let i = 0; i < m; i += STRIP) {
    const rows = min(STRIP, m - i);
    const corner = <usize>i * (row + 8);
    gemm(
      rows,
      n - i,
      n - i,
      a + corner,
      row,
      8,
      b + <usize>i * (bRow + bCol),
      bRow,
      bCol,
      c + corner,
      row,
      STORE,
      FULL,
    );
    for (let k = 0; k < rows; k++) memory.fill(c + <usize>(i + k) * row, 0, (<usize>i) << 3);
  }
}
