import { ADD, multiplyEdgeTile, multiplyTile, STORE, TILE } from './micro-kernel';
import { packPanels } from './packing';

/** Which tiles of the result are computed; the tiles on the diagonal are always whole. */
export const FULL: i32 = 0;
export const LOWER: i32 = 1;
export const UPPER: i32 = 2;

/**
 * Block sizes: a panel of the right factor (DEPTH × 4) and one of the left stay in the first-level cache, a block of
 * the left (ROWS × DEPTH, 256 kB) in the second, a block of the right (DEPTH × COLS) behind it.
 */
const ROWS: i32 = 128;
const DEPTH: i32 = 256;
const COLS: i32 = 512;

const packedLeft: usize = memory.data(128 * 256 * 8, 64);
const packedRight: usize = memory.data(256 * 512 * 8, 64);

/**
 * C ← A·B, C + A·B or C - A·B by `mode`, for an m × k matrix A and a k × n matrix B with any distances in bytes between
 * rows and columns (so a transposed factor is only a matter of distances), C with contiguous rows. Goto's algorithm:
 * blocks are packed once and multiplied tile by tile. 2·m·n·k operations, half of them when only a triangle is asked for.
 */
export function gemm(
  m: i32,
  n: i32,
  k: i32,
  a: usize,
  aRow: usize,
  aCol: usize,
  b: usize,
  bRow: usize,
  bCol: usize,
  c: usize,
  cRow: usize,
  mode: i32,
  part: i32,
): void {
  if (k === 0 && mode === STORE) {
    for (let i = 0; i < m; i++) memory.fill(c + <usize>i * cRow, 0, (<usize>n) << 3);
    return;
  }
  // In X·Xᵀ both factors pack alike: rows of the left that lie among the packed columns of the right are there already.
  const alike = a === b && aRow === bCol && aCol === bRow;
  for (let column = 0; column < n; column += COLS) {
    const cols = min(COLS, n - column);
    for (let layer = 0; layer < k; layer += DEPTH) {
      const depth = min(DEPTH, k - layer);
      packPanels(cols, depth, b + <usize>layer * bRow + <usize>column * bCol, bCol, bRow, packedRight);
      const layerMode = mode === STORE && layer > 0 ? ADD : mode;
      for (let row = 0; row < m; row += ROWS) {
        const rows = min(ROWS, m - row);
        if (part === LOWER && row + rows <= column) continue;
        if (part === UPPER && row >= column + cols) continue;
        let left = packedLeft;
        if (alike && row >= column && row + rows <= column + cols) {
          left = packedRight + <usize>((row - column) >> 2) * ((<usize>depth) << 5);
        } else {
          packPanels(rows, depth, a + <usize>row * aRow + <usize>layer * aCol, aRow, aCol, packedLeft);
        }
        multiplyBlock(rows, cols, depth, left, c, cRow, layerMode, part, row, column);
      }
    }
  }
}

function multiplyBlock(
  rows: i32,
  cols: i32,
  depth: i32,
  leftBlock: usize,
  c: usize,
  cRow: usize,
  mode: i32,
  part: i32,
  row: i32,
  column: i32,
): void {
  const panelBytes = (<usize>depth) << 5;
  for (let j = 0; j < cols; j += TILE) {
    const right = packedRight + <usize>(j >> 2) * panelBytes;
    for (let i = 0; i < rows; i += TILE) {
      if (part === LOWER && row + i + TILE <= column + j) continue;
      if (part === UPPER && row + i >= column + j + TILE) continue;
      const left = leftBlock + <usize>(i >> 2) * panelBytes;
      const target = c + <usize>(row + i) * cRow + ((<usize>(column + j)) << 3);
      if (i + TILE <= rows && j + TILE <= cols) multiplyTile(depth, left, right, target, cRow, mode);
      else multiplyEdgeTile(depth, left, right, target, cRow, mode, min(TILE, rows - i), min(TILE, cols - j));
    }
  }
}
