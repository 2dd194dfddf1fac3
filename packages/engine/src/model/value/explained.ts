import type { Accuracy, FamilyInput, Transform } from '../../numerics/kernels/family-kernels.ts';
import type { Kernels } from '../../numerics/kernels/kernels.ts';
import { zeros } from '../../numerics/matrix.ts';
import { NumericallyUndecided } from '../input/numerically-undecided.ts';
import type { CatalogueInput } from './catalogue-input.ts';
import { FINE_BELOW, type FineEliminator, type FineRows } from './fine-elimination.ts';
import type { Family } from './protocol-family.ts';

// What protocols explain of a target, by the kernels, and where these have too few digits by an elimination with more.

interface Explained {
  linear: Float64Array;
  explained: Float64Array;
  rank: Int32Array;
  atLeast: Uint8Array;
  largestRecovered: number;
}

/** What the mean target takes of the work for any target: ωᵀQω. */
export function meanPart({ linear, rank, atLeast }: Explained): Explained {
  return {
    linear,
    explained: linear.slice(),
    rank: rank.slice(),
    atLeast: atLeast.slice(),
    largestRecovered: 0,
  };
}

interface ExplainedInput {
  input: CatalogueInput;
  family: Family;
  /** The same family by the positions in the whole catalogue, which `fine` takes. */
  given: Family;
  determined: ReadonlyMap<number, number>;
  fine: FineEliminator;
}

/** ωᵀQ_Sω and F_g of every protocol. */
export function explainedOf(
  { input, family, given, determined, fine }: ExplainedInput,
  table: Transform | undefined,
  kernels: Kernels,
  accuracy: Accuracy,
): Explained {
  const { linear, explained, rank, smallestPivot, largest } = kernels.explainFamily(
    { ...input, ...family },
    table,
    accuracy,
  );
  // Readings that nearly repeat each other are done again with more digits.
  const delicate: number[] = [];
  for (let i = 0; i < smallestPivot.length; i++) if (smallestPivot[i]! < FINE_BELOW) delicate.push(i);
  const atLeast = new Uint8Array(rank.length);
  let largestAgain = 0;
  for (const i of delicate) {
    if (determined.has(i)) continue;
    const again = fine([...given.members.subarray(given.starts[i]!, given.starts[i + 1]!)]);
    rank[i] = again.rank;
    atLeast[i] = again.atLeast ? 1 : 0;
    if (table === undefined) {
      linear[i] = again.rows.reduce((sum, w) => sum + w * w, 0);
      continue;
    }
    const own = kernels.explainFamily(independentRows(again, input.weights), table, accuracy);
    linear[i] = own.linear[0]!;
    explained[i] = own.explained[0]!;
    largestAgain = Math.max(largestAgain, own.largest);
  }
  // Of the first pass, delicate protocols may have left anything behind; of the second, nothing above 1 but rounding.
  if (delicate.length === 0) checkRecovered(largest);
  checkRecovered(largestAgain);
  const largestRecovered =
    delicate.length === smallestPivot.length ? largestAgain : Math.max(largest, largestAgain);
  return { linear, explained, rank, atLeast, largestRecovered };
}

/** One protocol whose readings are independent of each other: its rows of W are those given. */
function independentRows({ rows, rank, columns }: FineRows, weights: Float64Array): FamilyInput {
  const between = zeros(rank, rank);
  for (let i = 0; i < rank; i++) between.data[i * rank + i] = 1;
  return {
    cross: { rows: rank, cols: columns, data: rows },
    between,
    noise: new Float64Array(rank),
    weights,
    members: Int32Array.from({ length: rank }, (_, i) => i),
    starts: Int32Array.of(0, rank),
  };
}

/** What is recovered of a variance is at most the variance, 1, but for rounding. */
function checkRecovered(largest: number): void {
  if (!(largest <= 1 + 1e-8))
    throw new NumericallyUndecided(
      `rounding made a recovered variance ${largest}, where 1 is the most: the readings are too nearly collinear`,
    );
}
