import {
  NEAR_ONE,
  PANEL_COEFFICIENTS,
  type Panels,
  type TransformTable,
} from '../../src/numerics/transform-table.ts';

/** C(r) from the table. Beyond ±1 it is C(±1): who sums many of them checks the largest |r| once. */
export function evaluateTable(table: TransformTable, r: number): number {
  const size = Math.abs(r);
  const { low, limits, starts, coefficients, parity } = table;
  let range = 0;
  while (range < limits.length && size > limits[range]!) range++;
  if (range === limits.length) {
    if (table.positive.edges.length > 0) {
      const u = 1 - size <= NEAR_ONE ? 0 : Math.sqrt(1 - size);
      return evaluatePanels(r > 0 ? table.positive : table.negative, u);
    }
    range--;
  }
  const square = r * r;
  const x = parity === 0 ? r : square;
  let sum = 0;
  for (let k = starts[range + 1]! - 1; k >= starts[range]!; k--) sum = sum * x + coefficients[k]!;
  const remainder = square * square * sum * (parity === 1 ? r : 1);
  return ((low[2]! * r + low[1]!) * r + low[0]!) * r + remainder;
}

function evaluatePanels({ edges, coefficients }: Panels, u: number): number {
  let panel = 0;
  while (panel < edges.length - 2 && u > edges[panel + 1]!) panel++;
  const from = edges[panel]!;
  const to = edges[panel + 1]!;
  const x = (2 * u - (from + to)) / (to - from);
  return clenshaw(coefficients, x, panel * PANEL_COEFFICIENTS, (panel + 1) * PANEL_COEFFICIENTS);
}

/** Σ c_k T_k(x) by Clenshaw's recurrence: stable for every x in [-1, 1], three operations a coefficient. */
function clenshaw(coefficients: Float64Array, x: number, from = 0, to = coefficients.length): number {
  let next = 0;
  let afterNext = 0;
  for (let k = to - 1; k > from; k--) {
    const current = coefficients[k]! + 2 * x * next - afterNext;
    afterNext = next;
    next = current;
  }
  return coefficients[from]! + x * next - afterNext;
}
