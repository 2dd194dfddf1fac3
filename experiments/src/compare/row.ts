import { hypot, powerOfTen } from '@sightline/engine/internal';

/**
 * `explained`: it differs for a reason that was tried out and leads to the published number. `unexplained`: it is known to
 * differ, and nobody knows why. `differs`: it was not known to.
 */
export type Verdict = 'agrees' | 'explained' | 'unexplained' | 'differs';

/** One number of the paper beside ours. */
export interface Row {
  what: string;
  published: number;
  computed: number;
  tolerance: number;
  verdict: Verdict;
  /** Why this tolerance, or why the two differ. */
  note: string;
  /** What the reason for a difference leads to in place of ours. */
  predicted?: number;
}

/** A number that has no error but that of printing it: so many decimals. */
export function exactRow(
  what: string,
  published: number,
  computed: number,
  decimals: number,
  note = '',
): Row {
  return judged({
    what,
    published,
    computed,
    tolerance: halfUnit(decimals),
    note: note || `printed with ${decimals} decimals`,
  });
}

/** A mean over replications. Both runs have their Monte-Carlo error: √2 of ours, if theirs was as large. */
export function simulatedRow(
  what: string,
  published: number,
  computed: number,
  standardError: number,
  /** Of the printed number, where half of the last one counts beside the Monte-Carlo error. */
  decimals = 15,
  /** Of the published run, where ours was longer. */
  theirs = standardError,
): Row {
  return judged({
    what,
    published,
    computed,
    tolerance: 3 * hypot(standardError, theirs) + 0.5 * powerOfTen(-decimals),
    note: `three standard errors of a difference of two runs; ours has ${Number(standardError.toPrecision(2))}`,
  });
}

/** Half a unit of the last decimal, and what rounding does to it. */
const halfUnit = (decimals: number) => 0.5000001 * powerOfTen(-decimals);

/**
 * A number that differs for a reason. The reason was tried out, `predicted` is what came of it, and it explains the
 * published number if it leads there, to the decimals that were printed; anything else still differs.
 */
export function explainedRow(
  row: Row,
  { predicted, decimals }: { predicted: number; decimals: number },
  reason: string,
): Row {
  if (row.verdict === 'agrees') return row;
  const found = Math.abs(row.published - predicted) <= halfUnit(decimals);
  const said = `${reason}: ${predicted.toFixed(decimals + 1)}`;
  return { ...row, predicted, verdict: found ? 'explained' : 'differs', note: said };
}

/** A number that differs and nobody knows why. `known` is how it differs, so that no other difference hides behind it. */
export function unexplainedRow(
  row: Row,
  { known, decimals }: { known: number; decimals: number },
  note: string,
): Row {
  if (row.verdict === 'agrees') return row;
  return Math.abs(row.computed - known) <= halfUnit(decimals)
    ? { ...row, verdict: 'unexplained', note }
    : row;
}

function judged(row: Omit<Row, 'verdict'>): Row {
  const agrees = Math.abs(row.published - row.computed) <= row.tolerance;
  return { ...row, verdict: agrees ? 'agrees' : 'differs' };
}
