import { isLocalTable } from '../local-table.ts';
import { NEAR_ONE, PANEL_COEFFICIENTS, type Panels, type TransformTable } from '../transform-table.ts';
import { type FamilyKernels, linearWeights, longestProtocol, RANK_TOLERANCE } from './family-kernels.ts';
import { localWasm } from './local-wasm.ts';
import { setScreening } from './screening-wasm.ts';
import type { Pointer, WasmMemory } from './wasm-memory.ts';

export function familyWasm(memory: WasmMemory): FamilyKernels {
  const { functions } = memory;
  const locals = localWasm(memory);
  const TILE = memory.constant('tileSize');
  const GROUP = memory.constant('groupSize');
  const padded = (p: number) => Math.ceil(p / TILE) * TILE;

  /** Rows of p numbers with zeros behind them up to whole tiles: they have weight 0 and C(0) = 0. */
  const copyPadded = (values: Float64Array, rows: number, p: number): Pointer => {
    const stride = padded(p);
    if (stride === p) return memory.copyIn(values);
    const pointer = memory.reserve(rows * stride);
    const view = memory.view(pointer, rows * stride);
    for (let i = 0; i < rows; i++) {
      view.set(values.subarray(i * p, (i + 1) * p), i * stride);
      view.fill(0, i * stride + p, (i + 1) * stride);
    }
    return pointer;
  };

  const copyPanels = ({ edges, coefficients }: Panels): [Pointer, Pointer, number] => [
    memory.copyIn(edges),
    memory.copyIn(coefficients),
    Math.max(0, edges.length - 1),
  ];

  const setTable = (table: TransformTable) => {
    functions.setTransform!(
      table.parity,
      ...table.low,
      table.negligible,
      table.limits.length,
      memory.copyIn(table.limits),
      memory.copyInInt32(table.starts),
      memory.copyIn(table.coefficients),
      ...copyPanels(table.positive),
      ...copyPanels(table.negative),
      PANEL_COEFFICIENTS,
      NEAR_ONE,
    );
  };

  /** Room for what is done in single precision. */
  const setSmall = ({ parity, small }: TransformTable, rows: number, stride: number) => {
    functions.setSmallTiles!(
      parity,
      small.upTo,
      small.coefficients.length,
      memory.copyIn(small.coefficients),
      memory.reserve(small.coefficients.length),
      memory.reserve(stride / 2),
      memory.reserve((rows * stride) / 2),
      memory.reserve((GROUP * stride) / 2),
      memory.reserve((TILE * TILE) / 2),
    );
  };

  return {
    transformSum: ({ data, rows: p }, weights, table) => {
      memory.begin();
      const local = isLocalTable(table);
      if (local) locals.once(table, weights);
      else setTable(table);
      const matrix = copyPadded(data, p, p);
      const omega = copyPadded(weights, 1, p);
      const tile = memory.reserve(TILE * TILE);
      const none = memory.copyIn(new Float64Array(TILE));
      const result = memory.reserve(2);
      if (local) functions.localSum!(matrix, p, padded(p), tile, none, result);
      else functions.transformSum!(matrix, p, padded(p), omega, tile, none, result);
      const [sum, largest] = memory.view(result, 2);
      return { sum: sum!, largest: largest! };
    },

    explainFamily: (input, table, accuracy = 'full') => {
      const { cross, between, noise, weights, members, starts } = input;
      const count = starts.length - 1;
      const p = weights.length;
      const longest = longestProtocol(input);
      memory.begin();
      const local = table !== undefined && isLocalTable(table);
      if (local) locals.kept(table, weights, accuracy);
      else if (table !== undefined) {
        setTable(table);
        setSmall(table, longest, padded(p));
      }
      const omega = table === undefined ? 0 : copyPadded(weights, 1, p);
      const lambda = linearWeights(weights, table);
      const means = new Float64Array(cross.rows);
      for (let a = 0; a < cross.rows; a++) {
        let sum = 0;
        for (let j = 0; j < p; j++) sum += cross.data[a * p + j]! * lambda[j]!;
        means[a] = sum;
      }
      const linear = memory.reserve(count);
      const explained = memory.reserve(count);
      const rank = memory.reserve(Math.ceil(count / 2));
      const pivots = memory.reserve(count);
      // Without a transform only the mean's d × d work is done, and nothing of length p is copied.
      const stride = table === undefined ? 0 : padded(p);
      const screening = table !== undefined && !local && accuracy === 'screening';
      if (screening) setScreening(memory, table, input, longest, stride);
      functions.setCatalogue!(
        table === undefined ? 0 : 1,
        local ? 1 : 0,
        screening ? 1 : 0,
        table === undefined ? 0 : copyPadded(cross.data, cross.rows, p),
        memory.copyIn(between.data),
        memory.copyIn(noise),
        memory.copyIn(means),
        cross.rows,
        stride,
        longest,
        RANK_TOLERANCE,
        memory.reserve(longest * longest),
        memory.reserve(longest),
        memory.reserve(longest),
        memory.reserve(longest * stride),
        memory.reserve(3 * (longest + 1)),
      );
      const largest = functions.explainFamily!(
        memory.copyInInt32(members),
        memory.copyInInt32(starts),
        count,
        omega,
        memory.reserve(GROUP * stride),
        memory.reserve(TILE * TILE),
        memory.reserve(((GROUP + longest + 2) * stride) / TILE + 2),
        memory.reserve((longest + 1) * stride),
        linear,
        explained,
        rank,
        pivots,
      );
      const linearValues = memory.copyOut(linear, count);
      return {
        linear: linearValues,
        explained: table === undefined ? linearValues : memory.copyOut(explained, count),
        rank: memory.copyOutInt32(rank, count),
        smallestPivot: memory.copyOut(pivots, count),
        largest,
      };
    },
  };
}
