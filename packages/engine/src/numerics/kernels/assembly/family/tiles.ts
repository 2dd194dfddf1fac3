// Tiles of a matrix WᵀW that is never formed as a whole, and how large their entries can be.
import { ROW, TILE } from './transform';

/** The largest |w_j| in each tile's width of a vector. */
export function blockSizes(vector: usize, blocks: usize, sizes: usize): void {
  for (let block: usize = 0; block < blocks; block++) {
    let size = f64x2.splat(0);
    for (let k: usize = 0; k < ROW; k += 16)
      size = f64x2.max(size, f64x2.abs(v128.load(vector + block * ROW + k)));
    store<f64>(sizes + (block << 3), max(f64x2.extract_lane(size, 0), f64x2.extract_lane(size, 1)));
  }
}

/** Tile (top, left) of WᵀW over `rank` rows of W; returns its largest entry's size. */
export function gramTile(tile: usize, rows: usize, rank: i32, bytes: usize, top: usize, left: usize): f64 {
  const end = rows + <usize>rank * bytes;
  let size = f64x2.splat(0);
  for (let j: usize = 0; j < ROW; j += 8) {
    const line = tile + j * <usize>TILE;
    for (let k: usize = 0; k < ROW; k += 64) {
      let q0 = f64x2.splat(0);
      let q1 = q0;
      let q2 = q0;
      let q3 = q0;
      for (let w = rows; w < end; w += bytes) {
        const a = v128.load64_splat(w + top + j);
        const b = w + left + k;
        q0 = f64x2.add(q0, f64x2.mul(a, v128.load(b)));
        q1 = f64x2.add(q1, f64x2.mul(a, v128.load(b, 16)));
        q2 = f64x2.add(q2, f64x2.mul(a, v128.load(b, 32)));
        q3 = f64x2.add(q3, f64x2.mul(a, v128.load(b, 48)));
      }
      v128.store(line + k, q0);
      v128.store(line + k, q1, 16);
      v128.store(line + k, q2, 32);
      v128.store(line + k, q3, 48);
      size = f64x2.max(
        size,
        f64x2.max(f64x2.max(f64x2.abs(q0), f64x2.abs(q1)), f64x2.max(f64x2.abs(q2), f64x2.abs(q3))),
      );
    }
  }
  return max(f64x2.extract_lane(size, 0), f64x2.extract_lane(size, 1));
}
