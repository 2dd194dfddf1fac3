import { square } from '../elementary.ts';
import type { LocalTable } from '../local-table.ts';
import { shortenedLength, shortenedPowers } from '../shortened-powers.ts';
import { NEAR_ONE } from '../transform-table.ts';
import type { Accuracy } from './family-kernels.ts';
import type { Pointer, WasmMemory } from './wasm-memory.ts';

/** What a tile may leave out, as a share of the largest variance. */
const TOLERANCE = { full: 1.5e-15, screening: 1e-7 };
/** Each a little above the one before: the wider the range, the more it costs. */
const LIMITS: number[] = [1e-4];
while (LIMITS.at(-1)! < 1) LIMITS.push(Math.min(1.4 * LIMITS.at(-1)!, LIMITS.at(-1)! + 0.02));

/** Where each pair has polynomials of its own: the ends of ranges, of which the last one is the end of the series. */
const POLYNOMIALS_FROM = 0.015;
const POLYNOMIALS_TO = [0.05, 0.12, 0.25, 0.45];
/** Flags for each tile. */
const MOST_RANGES = 8;
/** Beyond so many times their polynomials would be too much to keep. */
const MOST_POINTS = 256;

/** A local table in the module, with its weights. */
export interface LocalWasm {
  /** For one sum over all pairs. */
  once(table: LocalTable, weights: Float64Array): void;
  /** For families: what is made for the same table and weights is kept from one call to the next. */
  kept(table: LocalTable, weights: Float64Array, accuracy: Accuracy): void;
}

export function localWasm(memory: WasmMemory): LocalWasm {
  let held: { table: LocalTable; weights: Float64Array; accuracy: Accuracy } | undefined;
  return {
    once: (table, weights) => {
      held = undefined;
      memory.release();
      setTable(memory, table, weights, TOLERANCE.full);
    },
    kept: (table, weights, accuracy) => {
      if (held?.table === table && held.weights === weights && held.accuracy === accuracy) return;
      memory.release();
      const largestOrders = setTable(memory, table, weights, TOLERANCE[accuracy]);
      if (table.steps.length > 0) {
        const slots = memory.constant('pairSlots') * memory.constant('pairDoubles');
        memory.functions.setLocalPairs!(memory.reserve(slots));
        if (table.points <= MOST_POINTS) setPolynomials(memory, table, largestOrders);
      }
      memory.keep();
      held = { table, weights, accuracy };
    },
  };
}

/** The largest b_n(j)² of each order over times that have weight, and what may be left out of a sum of their products. */
interface LargestOrders {
  squares: Float64Array;
  tolerance: number;
}

function setTable(
  memory: WasmMemory,
  table: LocalTable,
  weights: Float64Array,
  share: number,
): LargestOrders {
  const TILE = memory.constant('tileSize');
  const { points: p, series, terms, limit, steps } = table;
  const blocks = Math.ceil(p / TILE);
  const stride = blocks * TILE;
  const limits = [...LIMITS.filter((one) => one < limit), limit];
  const largest = largestOrders(table, weights, share);
  const coefficients = memory.reserve(blocks * terms * TILE);
  const view = memory.view(coefficients, blocks * terms * TILE);
  view.fill(0);
  for (let n = 1; n <= terms; n++)
    for (let j = 0; j < p; j++)
      view[(Math.floor(j / TILE) * terms + n - 1) * TILE + (j % TILE)] = weights[j]! * series[n * p + j]!;
  const rows = (count: number, fill: (put: (row: number, values: Float64Array) => void) => void): Pointer => {
    const pointer = memory.reserve(count * stride);
    const room = memory.view(pointer, count * stride);
    room.fill(0);
    fill((row, values) => room.set(values, row * stride));
    return pointer;
  };
  const levels = rows(3 * steps.length, (put) => {
    steps.forEach((step, i) => {
      [step.levels, step.above, step.below].forEach((own, part) => {
        put(3 * i + part, own);
      });
    });
  });
  // Behind the first three orders, room for one more.
  const low = rows(4, (put) => {
    for (let n = 1; n <= Math.min(3, terms); n++)
      put(
        n - 1,
        weights.map((weight, j) => weight * series[n * p + j]!),
      );
  });
  memory.functions.setLocal!(
    coefficients,
    terms,
    limits.length,
    memory.copyIn(Float64Array.from(limits)),
    memory.copyInInt32(seriesLengths(limits, largest)),
    steps.length,
    memory.copyIn(Float64Array.from(steps, ({ sign }) => sign)),
    levels,
    stride,
    rows(1, (put) => put(0, weights)),
    low,
    NEAR_ONE,
  );
  return largest;
}

/** Room for the polynomials of all tiles, which the module fills when it meets one. */
function setPolynomials(
  memory: WasmMemory,
  { points, terms, limit }: LocalTable,
  largest: LargestOrders,
): void {
  const TILE = memory.constant('tileSize');
  const { functions } = memory;
  const blocks = Math.ceil(points / TILE);
  const tiles = (blocks * (blocks + 1)) / 2;
  const flags = Math.ceil((MOST_RANGES * tiles) / 8);
  const made = memory.reserve(flags);
  memory.view(made, flags).fill(0);
  functions.setLocalPolynomials!(POLYNOMIALS_FROM, blocks, made, memory.reserve(terms * TILE));
  const ends = [...POLYNOMIALS_TO, limit];
  const lengths = seriesLengths(ends, largest);
  ends.forEach((end, i) => {
    // By eights and fours, so that there are few maps.
    const orders = Math.min(terms - 3, 8 * Math.ceil(Math.max(1, lengths[i]! - 3) / 8));
    const lead = square(square(end));
    const least = shortenedLength(end, largest.squares.subarray(4, 4 + orders), largest.tolerance / lead);
    const length = least < 12 ? least : Math.min(orders, 4 * Math.ceil(least / 4));
    const map = memory.copyIn(shortenedPowers(end, orders, length));
    functions.addLocalPolynomials!(end, orders, length, map, memory.reserve(tiles * length * TILE * TILE));
  });
}

function largestOrders(
  { points: p, series, terms, variances }: LocalTable,
  weights: Float64Array,
  share: number,
): LargestOrders {
  const largest = (values: Float64Array) => {
    let most = 0;
    for (let j = 0; j < p; j++) if (weights[j] !== 0) most = Math.max(most, Math.abs(values[j]!));
    return most;
  };
  const squares = new Float64Array(terms + 1);
  for (let n = 1; n <= terms; n++) squares[n] = square(largest(series.subarray(n * p, (n + 1) * p)));
  return { squares, tolerance: share * largest(variances) };
}

/** How many orders each range needs: beyond them, with B_n the largest |b_n|, Σ B_n²·limit^n is within the tolerance. */
function seriesLengths(limits: readonly number[], { squares, tolerance }: LargestOrders): Int32Array {
  const terms = squares.length - 1;
  return Int32Array.from(limits, (limit) => {
    const powers = new Float64Array(terms + 1);
    for (let n = 1, power = limit; n <= terms; n++, power *= limit) powers[n] = squares[n]! * power;
    let length = terms;
    for (let rest = powers[length]!; length > 0 && rest <= tolerance; rest += powers[length]!) length--;
    return length;
  });
}
