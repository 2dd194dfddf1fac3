import { type Matrix, someRows, submatrix } from '../../numerics/matrix.ts';
import type { Measurement } from './action.ts';
import { betweenReadings, crossCovariance } from './measurement-covariance.ts';
import type { Model } from './model.ts';
import { type Family, someOf } from './protocol-family.ts';

/** A catalogue under a law: ℓ_aᵀSK, ℓ_aᵀSKSℓ_b, r_a and ω. */
export interface CatalogueInput {
  readonly cross: Matrix;
  readonly between: Matrix;
  readonly noise: Float64Array;
  readonly weights: Float64Array;
}

/** Above so many actions, covariances of all pairs are too much to keep: those of the actions in hand are computed instead. */
export const MOST_TABULATED = 2000;

/** What the kernels take: of a small catalogue all of it, of a large one what a family uses. */
interface CatalogueParts {
  /** All of it; undefined for a large catalogue. */
  readonly whole: CatalogueInput | undefined;
  /** The family and what it uses; where that is less than half of the catalogue, the rest need not go to the kernels. */
  used(family: Family): { input: CatalogueInput; family: Family };
  /** The family in parts that use no more than can be kept, protocols in their order. */
  parts(family: Family): Family[];
}

export function catalogueParts(model: Model, catalogue: readonly Measurement[]): CatalogueParts {
  const { weights, scale } = model;
  const n = catalogue.length;
  const cross = crossCovariance(model, catalogue);
  const noise = Float64Array.from(catalogue, (action) => action.noise);
  const between = n <= MOST_TABULATED ? betweenReadings(cross, catalogue, scale) : undefined;
  const whole = between && { cross, between, noise, weights };

  const used = (family: Family): { input: CatalogueInput; family: Family } => {
    const place = new Int32Array(n).fill(-1);
    const some: number[] = [];
    for (const a of family.members)
      if (place[a] === -1) {
        place[a] = 0;
        some.push(a);
      }
    if (whole && 2 * some.length >= n) return { input: whole, family };
    some.sort((a, b) => a - b);
    some.forEach((a, i) => {
      place[a] = i;
    });
    const rows = someRows(cross, some);
    const input = {
      cross: rows,
      between: between
        ? submatrix(between, some)
        : betweenReadings(
            rows,
            some.map((a) => catalogue[a]!),
            scale,
          ),
      noise: Float64Array.from(some, (a) => noise[a]!),
      weights,
    };
    return { input, family: { members: family.members.map((a) => place[a]!), starts: family.starts } };
  };

  const parts = (family: Family): Family[] => {
    if (whole) return [family];
    const { members, starts } = family;
    const out: number[][] = [[]];
    let seen = new Set<number>();
    for (let i = 0; i + 1 < starts.length; i++) {
      const own = members.subarray(starts[i]!, starts[i + 1]!);
      for (const a of own) seen.add(a);
      if (seen.size > MOST_TABULATED && out.at(-1)!.length > 0) {
        out.push([]);
        seen = new Set(own);
      }
      out.at(-1)!.push(i);
    }
    return out.map((protocols) => someOf(family, protocols));
  };
  return { whole, used, parts };
}
