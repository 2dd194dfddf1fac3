import { TILE } from './micro-kernel';

/**
 * Copies `count` vectors of `depth` entries into panels of four, entry by entry: panel p holds, for each l, the l-th
 * entries of vectors 4p … 4p+3. The micro-kernel then reads both factors in one forward stream, however they lay in
 * memory. Missing vectors of the last panel are zero.
 *
 * `across` and `along` are the distances in bytes between vectors and between entries of one vector.
 */
export function packPanels(
  count: i32,
  depth: i32,
  source: usize,
  across: usize,
  along: usize,
  target: usize,
): void {
  const panelBytes = (<usize>depth) << 5;
  let first = 0;
  for (; first + TILE <= count; first += TILE) {
    const from = source + <usize>first * across;
    if (across === 8) packAdjacent(depth, from, along, target);
    else if (along === 8) packStreams(depth, from, across, target);
    else packScattered(depth, from, across, along, target, TILE);
    target += panelBytes;
  }
  if (first < count) {
    memory.fill(target, 0, panelBytes);
    packScattered(depth, source + <usize>first * across, across, along, target, count - first);
  }
}

/** The four entries lie side by side. */
function packAdjacent(depth: i32, from: usize, along: usize, target: usize): void {
  for (let l = 0; l < depth; l++) {
    v128.store(target, v128.load(from));
    v128.store(target, v128.load(from, 16), 16);
    from += along;
    target += 32;
  }
}

/** Each of the four vectors is contiguous: 2 × 2 transpositions. */
function packStreams(depth: i32, from: usize, across: usize, target: usize): void {
  let p0 = from;
  let p1 = p0 + across;
  let p2 = p1 + across;
  let p3 = p2 + across;
  let l = 0;
  for (; l + 2 <= depth; l += 2) {
    const x0 = v128.load(p0);
    const x1 = v128.load(p1);
    const x2 = v128.load(p2);
    const x3 = v128.load(p3);
    v128.store(target, v128.shuffle<f64>(x0, x1, 0, 2));
    v128.store(target, v128.shuffle<f64>(x2, x3, 0, 2), 16);
    v128.store(target, v128.shuffle<f64>(x0, x1, 1, 3), 32);
    v128.store(target, v128.shuffle<f64>(x2, x3, 1, 3), 48);
    p0 += 16;
    p1 += 16;
    p2 += 16;
    p3 += 16;
    target += 64;
  }
  if (l < depth) {
    store<f64>(target, load<f64>(p0));
    store<f64>(target, load<f64>(p1), 8);
    store<f64>(target, load<f64>(p2), 16);
    store<f64>(target, load<f64>(p3), 24);
  }
}

function packScattered(
  depth: i32,
  from: usize,
  across: usize,
  along: usize,
  target: usize,
  vectors: i32,
): void {
  for (let l = 0; l < depth; l++) {
    let source = from;
    for (let i = 0; i < vectors; i++) {
      store<f64>(target + ((<usize>i) << 3), load<f64>(source));
      source += across;
    }
    from += along;
    target += 32;
  }
}
