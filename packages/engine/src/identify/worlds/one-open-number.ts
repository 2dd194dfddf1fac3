import type { Action } from '../../model/value/action.ts';
import { measurementRows } from '../../model/value/measurement-rows.ts';
import { meanWeights } from '../../model/value/model.ts';
import type { Kernels } from '../../numerics/kernels/kernels.ts';
import { dot, norm, zeros } from '../../numerics/matrix.ts';
import { invisiblePart, symmetricProduct } from '../invisible/invisible-directions.ts';
import { bilinear, type CompatibleSet, largestLinear } from './compatible-set.ts';

/** What is left of a direction beside another, as a share of it, that counts as nothing. */
const SAME_DIRECTION = 1e-9;

/**
 * A bound of the explained part where all that it depends on moves with one number that is not known, as often where readings
 * of two benchmarks are taken together: the covariance between them. The explained part is convex in it, so that it is largest
 * at one of its limits, which are two linear programmes with bounds of their own. Infinity where more is open.
 */
export function oneNumberBound(set: CompatibleSet, alternative: readonly Action[], kernels: Kernels): number {
  const { benchmark, inside, covarianceClass } = set;
  const h = meanWeights(benchmark);
  const q = alternative.length;
  const rows = [...measurementRows(alternative, h.length, benchmark.scale), h];
  /** [BKBᵀ, BKh] by pairs of rows, and what each gains by a unit of the open number. */
  const share = zeros(q, q + 1);
  let lead: { u: Float64Array; v: Float64Array; part: Float64Array } | undefined;
  for (let a = 0; a < q; a++)
    for (let b = a; b <= q; b++) {
      const [u, v] = [rows[a]!, rows[b]!];
      const part = invisiblePart(benchmark, symmetricProduct(u, v), covarianceClass, kernels).part?.data;
      if (part === undefined) continue;
      lead ??= { u, v, part };
      const own = dot(part, lead.part) / dot(lead.part, lead.part);
      const beside = part.map((value, n) => value - own * lead!.part[n]!);
      if (norm(beside) > SAME_DIRECTION * norm(part)) return Number.POSITIVE_INFINITY;
      share.data[a * (q + 1) + b] = own;
      if (b < q) share.data[b * (q + 1) + a] = own;
    }
  if (lead === undefined) return Number.POSITIVE_INFINITY;
  const { u, v } = lead;
  const start = bilinear(inside, u, v);
  let most = 0;
  for (const sign of [1, -1]) {
    const limit = largestLinear(set, [{ u, v, weight: sign }], kernels);
    if (!limit.ok) return Number.POSITIVE_INFINITY;
    const by = sign * limit.bound - start;
    const moved = (a: number, b: number) =>
      bilinear(inside, rows[a]!, rows[b]!) + by * share.data[a * (q + 1) + b]!;
    const covariance = zeros(q, q);
    const cross = zeros(q, 1);
    for (let a = 0; a < q; a++) {
      for (let b = 0; b < q; b++)
        covariance.data[a * q + b] = moved(a, b) + (a === b ? alternative[a]!.noise : 0);
      cross.data[a] = moved(a, q);
    }
    const factor = kernels.cholesky(covariance);
    if (!factor.ok) return Number.POSITIVE_INFINITY;
    const half = kernels.solveLower(factor.factor, cross);
    most = Math.max(most, dot(half.data, half.data));
  }
  return most;
}
