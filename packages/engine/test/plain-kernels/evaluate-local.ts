import { plackettIntegral } from '../../src/model/transform/threshold-transform.ts';
import type { LocalTable } from '../../src/numerics/local-table.ts';
import { NEAR_ONE } from '../../src/numerics/transform-table.ts';

/** C_jk(r) by the series, and beyond it by quadrature of Plackett's integral, where the kernels have a closed form. */
export function evaluateLocal(table: LocalTable, j: number, k: number, r: number): number {
  const { points, series, terms, limit, steps } = table;
  let sum = 0;
  if (Math.abs(r) <= limit || steps.length === 0) {
    for (let n = terms; n >= 1; n--) sum = (sum + series[n * points + j]! * series[n * points + k]!) * r;
    return sum;
  }
  const gap = 1 - Math.abs(r);
  const u = gap <= NEAR_ONE ? 0 : Math.sqrt(gap);
  for (const one of steps)
    for (const other of steps) {
      const c = one.levels[j]!;
      const d = other.levels[k]! * Math.sign(r);
      const [above, below] = r > 0 ? [other.above[k]!, other.below[k]!] : [other.below[k]!, other.above[k]!];
      const atOne = c > d ? one.above[j]! * below : one.below[j]! * above;
      const lost = plackettIntegral(Math.abs(c + d) / 2, Math.abs(c - d) / 2, u) / (2 * Math.PI);
      sum += one.sign * other.sign * Math.sign(r) * (atOne - lost);
    }
  return sum;
}
