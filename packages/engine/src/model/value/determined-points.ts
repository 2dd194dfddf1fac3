import type { Measurement } from './action.ts';
import type { Family } from './protocol-family.ts';

/**
 * The protocols whose readings without noise tell the trajectory at every grid point that has weight, for every law, each with
 * the rank of its readings. Their value is 1, whatever rounding makes of it. A reading of the points f … l tells the
 * difference of two partial sums of the trajectory, S_{l+1} − S_f: it is an edge of a graph on 0 … p, one that closes a cycle
 * tells nothing new, and point j is known where j and j + 1 are connected.
 */
export function determinedProtocols(
  catalogue: readonly Measurement[],
  { members, starts }: Family,
  weights: Float64Array,
): Map<number, number> {
  const found = new Map<number, number>();
  if (catalogue.every(({ noise }) => noise > 0)) return found;
  let weighted = 0;
  for (const weight of weights) if (weight !== 0) weighted++;
  for (let i = 0; i + 1 < starts.length; i++) {
    // n points are told by no fewer than n readings.
    if (starts[i + 1]! - starts[i]! < weighted) continue;
    const rank = rankIfDetermined(catalogue, members.subarray(starts[i]!, starts[i + 1]!), weights);
    if (rank !== undefined) found.set(i, rank);
  }
  return found;
}

function rankIfDetermined(
  catalogue: readonly Measurement[],
  members: Int32Array,
  weights: Float64Array,
): number | undefined {
  const parent = Int32Array.from({ length: weights.length + 1 }, (_, j) => j);
  const root = (j: number): number => {
    let at = j;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  let rank = 0;
  for (const a of members) {
    const { first, last, noise } = catalogue[a]!;
    const [from, to] = [root(first), root(last + 1)];
    if (noise > 0 || from !== to) rank++;
    if (noise === 0) parent[from] = to;
  }
  return weights.every((weight, j) => weight === 0 || root(j) === root(j + 1)) ? rank : undefined;
}
