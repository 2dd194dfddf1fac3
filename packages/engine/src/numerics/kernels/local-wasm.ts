import type { LocalTable } from '../local-table.ts';
import { NEAR_ONE } from '../transform-table.ts';
import type { Accuracy } from './family-kernels.ts';
import type { Pointer, WasmMemory } from './wasm-memory.ts';

/** What a tile may leave out, as a share of the largest variance. */
const TOLERANCE = { full: 1.5e-15, screening: 1e-7 };
/** Each a little above the one before: the wider the range, the more it costs. */
const LIMITS: number[] = [1e-4];
while (LIMITS.at(-1)! < 1) LIMITS.push(Math.min(1.4 * LIMITS.at(-1)!, LIMITS.at(-1)! + 0.02));

/** Hands a table with its weights to the module, for tiles of the module's size. `omega` are the weights there already. */
export function setLocalTable(
  memory: WasmMemory,
  table: LocalTable,
  weights: Float64Array,
  omega: Pointer,
  accuracy: Accuracy,
): void {
  const TILE = memory.constant('tileSize');
  const { points: p, series, terms, limit, steps, variances } = table;
  const blocks = Math.ceil(p / TILE);
  const stride = blocks * TILE;
  const limits = [...LIMITS.filter((one) => one < limit), limit];
  const lengths = seriesLengths(table, weights, limits, TOLERANCE[accuracy] * largest(variances, weights));
  const coefficients = memory.reserve(blocks * terms * TILE);
  const view = memory.view(coefficients, blocks * terms * TILE);
  view.fill(0);
  for (let n = 1; n <= terms; n++)
    for (let j = 0; j < p; j++)
      view[(Math.floor(j / TILE) * terms + n - 1) * TILE + (j % TILE)] = weights[j]! * series[n * p + j]!;
  const levels = memory.reserve(3 * steps.length * stride);
  const room = memory.view(levels, 3 * steps.length * stride);
  room.fill(0);
  steps.forEach((step, i) => {
    [step.levels, step.above, step.below].forEach((own, part) => {
      room.set(own, (3 * i + part) * stride);
    });
  });
  // ω_j·b_n(j) for the first three orders, and room behind them.
  const low = memory.reserve(4 * stride);
  const lowView = memory.view(low, 4 * stride);
  lowView.fill(0);
  for (let n = 1; n <= Math.min(3, terms); n++)
    for (let j = 0; j < p; j++) lowView[(n - 1) * stride + j] = weights[j]! * series[n * p + j]!;
  memory.functions.setLocal!(
    coefficients,
    terms,
    limits.length,
    memory.copyIn(Float64Array.from(limits)),
    memory.copyInInt32(lengths),
    steps.length,
    memory.copyIn(Float64Array.from(steps, ({ sign }) => sign)),
    levels,
    stride,
    omega,
    low,
    NEAR_ONE,
  );
}

/** Of times that have weight. */
function largest(values: Float64Array, weights: Float64Array): number {
  return values.reduce((most, value, j) => (weights[j] === 0 ? most : Math.max(most, value)), 0);
}

/** How many orders each range needs: beyond them, with B_n the largest |b_n|, Σ B_n²·limit^n is within the tolerance. */
function seriesLengths(
  { points: p, series, terms }: LocalTable,
  weights: Float64Array,
  limits: readonly number[],
  tolerance: number,
): Int32Array {
  const squares = new Float64Array(terms + 1);
  for (let n = 1; n <= terms; n++) {
    let most = 0;
    for (let j = 0; j < p; j++) {
      const size = Math.abs(series[n * p + j]!);
      if (weights[j] !== 0 && size > most) most = size;
    }
    squares[n] = most * most;
  }
  return Int32Array.from(limits, (limit) => {
    const powers = new Float64Array(terms + 1);
    for (let n = 1, power = limit; n <= terms; n++, power *= limit) powers[n] = squares[n]! * power;
    let length = terms;
    for (let rest = powers[length]!; length > 0 && rest <= tolerance; rest += powers[length]!) length--;
    return length;
  });
}
