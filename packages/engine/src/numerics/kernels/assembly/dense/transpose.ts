/**
 * target (cols × rows) ← the transpose of source (rows × cols), both contiguous; with a nonzero `order` (32-bit
 * integers) column k of the target is row order[k] of the source. In blocks, so that neither side runs in long strides.
 */
export function transposeInto(rows: i32, cols: i32, source: usize, order: usize, target: usize): void {
  const sourceRow = (<usize>cols) << 3;
  const targetRow = (<usize>rows) << 3;
  for (let left = 0; left < cols; left += 32) {
    const right = min(left + 32, cols);
    for (let top = 0; top < rows; top += 8) {
      const bottom = min(top + 8, rows);
      for (let k = top; k < bottom; k++) {
        const from = source + <usize>(order === 0 ? k : load<i32>(order + ((<usize>k) << 2))) * sourceRow;
        for (let j = left; j < right; j++) {
          store<f64>(target + <usize>j * targetRow + ((<usize>k) << 3), load<f64>(from + ((<usize>j) << 3)));
        }
      }
    }
  }
}
