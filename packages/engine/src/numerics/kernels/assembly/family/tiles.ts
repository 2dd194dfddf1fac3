// Tiles of a matrix WᵀW that is never formed as a whole, and how large their entries can be.
import { larger, largestLane, ROW, TILE } from './transform';

/** The largest |w_j| in each tile's width of a vector. */
export function blockSizes(vector: usize, blocks: usize, sizes: usize): void {
  for (let block: usize = 0; block < blocks; block++) {
    let size = f64x2.splat(0);
    for (let k: usize = 0; k < ROW; k += 16)
      size = larger(size, f64x2.abs(v128.load(vector + block * ROW + k)));
    store<f64>(sizes + (block << 3), largestLane(size));
  }
}

/** Tile (top, left) of WᵀW over `rank` rows of W; returns its largest entry's size. */
export function gramTile(tile: usize, rows: usize, rank: i32, bytes: usize, top: usize, left: usize): f64 {
  if (rank === 0) {
    memory.fill(tile, 0, ROW * <usize>TILE);
    return 0;
  }
  // The first pass takes what is left when the others take three rows each.
  const first = 1 + ((rank - 1) % 3);
  let size =
    first === 1
      ? addRows(1, false, tile, rows, bytes, top, left)
      : first === 2
        ? addRows(2, false, tile, rows, bytes, top, left)
        : addRows(3, false, tile, rows, bytes, top, left);
  for (let done = first; done < rank; done += 3)
    size = addRows(3, true, tile, rows + <usize>done * bytes, bytes, top, left);
  return size;
}

/**
 * The products of `count` rows, added to what is there or put in its place; returns the largest entry's size. Inlined, so that
 * half a tile's width of the rows stays in registers while the tile's rows go by.
 */
@inline
function addRows(
  count: i32,
  add: bool,
  tile: usize,
  rows: usize,
  bytes: usize,
  top: usize,
  left: usize,
): f64 {
  const zero = f64x2.splat(0);
  const row1 = rows + bytes;
  const row2 = row1 + bytes;
  let size0 = zero;
  let size1 = zero;
  for (let k: usize = 0; k < ROW; k += 32) {
    const b0 = v128.load(rows + left + k);
    const b1 = v128.load(rows + left + k, 16);
    const c0 = count > 1 ? v128.load(row1 + left + k) : zero;
    const c1 = count > 1 ? v128.load(row1 + left + k, 16) : zero;
    const d0 = count > 2 ? v128.load(row2 + left + k) : zero;
    const d1 = count > 2 ? v128.load(row2 + left + k, 16) : zero;
    let to = tile + k;
    const end = rows + top + ROW;
    for (let at = rows + top; at < end; at += 8) {
      let a = v128.load64_splat(at);
      let q0 = f64x2.mul(a, b0);
      let q1 = f64x2.mul(a, b1);
      if (add) {
        q0 = f64x2.add(v128.load(to), q0);
        q1 = f64x2.add(v128.load(to, 16), q1);
      }
      if (count > 1) {
        a = v128.load64_splat(at + bytes);
        q0 = f64x2.add(q0, f64x2.mul(a, c0));
        q1 = f64x2.add(q1, f64x2.mul(a, c1));
      }
      if (count > 2) {
        a = v128.load64_splat(at + 2 * bytes);
        q0 = f64x2.add(q0, f64x2.mul(a, d0));
        q1 = f64x2.add(q1, f64x2.mul(a, d1));
      }
      v128.store(to, q0);
      v128.store(to, q1, 16);
      size0 = larger(size0, f64x2.abs(q0));
      size1 = larger(size1, f64x2.abs(q1));
      to += ROW;
    }
  }
  return largestLane(larger(size0, size1));
}
