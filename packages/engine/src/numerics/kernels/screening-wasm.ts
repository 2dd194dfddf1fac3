import type { TransformTable } from '../transform-table.ts';
import type { FamilyInput } from './family-kernels.ts';
import type { WasmMemory } from './wasm-memory.ts';

const MOMENTS_PER_POINT = 6;
/** More moments take as long as so many tiles. */
const WORTH_MORE_MOMENTS = 20;

/**
 * About how many tiles of a protocol's Q have an entry beyond `limit`: as if a protocol were so many average actions, each by
 * itself.
 */
function largeTiles(
  { cross, between, noise }: FamilyInput,
  length: number,
  tile: number,
  limit: number,
): number {
  const { rows: n, cols: p, data } = cross;
  const blocks = Math.ceil(p / tile);
  // Of each action in each tile's width, the square root of what its largest entry would recover.
  const sizes = new Float64Array(n * blocks);
  for (let a = 0; a < n; a++) {
    const root = Math.sqrt(length / n / (between.data[a * n + a]! + noise[a]!));
    for (let block = 0, j = 0; block < blocks; block++) {
      let most = 0;
      for (const end = Math.min(p, j + tile); j < end; j++) {
        const size = Math.abs(data[a * p + j]!);
        if (size > most) most = size;
      }
      sizes[a * blocks + block] = root * most;
    }
  }
  let count = 0;
  for (let up = 0; up < blocks; up++)
    for (let across = up; across < blocks; across++) {
      let sum = 0;
      for (let a = 0; a < n; a++) sum += sizes[a * blocks + up]! * sizes[a * blocks + across]!;
      if (sum > limit) count++;
    }
  return count;
}

function choose(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return result;
}

/** Prepares the module for sums to six digits, with few moments or more. */
export function setScreening(
  memory: WasmMemory,
  table: TransformTable,
  input: FamilyInput,
  longest: number,
  stride: number,
): void {
  const { functions } = memory;
  const TILE = memory.constant('tileSize');
  const GROUP = memory.constant('groupSize');
  const { parity, screening } = table;
  const { few, more } = screening;
  const large = largeTiles(input, longest, TILE, few.limits[0]!);
  const { highest, powers, limits, starts, coefficients } = large > WORTH_MORE_MOMENTS ? more : few;
  functions.setSingleTile!(
    parity,
    limits.length,
    memory.copyIn(limits),
    memory.copyInInt32(starts),
    memory.copyInFloat32(coefficients),
  );
  // Beyond so many rows their products would cost more than they save.
  let rows = 0;
  while (rows < longest - 1 && choose(rows + 1 + highest, highest) <= MOMENTS_PER_POINT * stride) rows++;
  const products = choose(rows + highest - 1, highest - 1);
  const weights = memory.reserve(stride / 2);
  functions.setHighMoments!(
    highest,
    ...powers,
    rows,
    stride,
    weights,
    memory.reserve(((products + 3) * stride) / 2),
    memory.reserve(products / 2 + 2),
    memory.reserve(products / 2 + 2),
    memory.reserve(highest * stride),
    memory.reserve(rows + 1),
    memory.reserve(((rows + 1) * highest) / 2 + 1),
  );
  const sizes = 4 * Math.ceil(stride / TILE / 4);
  functions.setScreeningRoom!(
    rows,
    memory.reserve((longest * stride) / 2),
    memory.reserve((GROUP * stride) / 2),
    weights,
    memory.reserve((TILE * TILE) / 2),
    memory.reserve(sizes / 2),
    memory.reserve(((longest + 1) * sizes) / 2),
  );
}
