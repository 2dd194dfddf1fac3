import { hypot, powerOfTen } from '@sightline/engine';
/** One number of the paper beside ours. */
export interface Row {
  what: string;
  published: number;
  computed: number;
  tolerance: number;
  verdict: 'agrees' | 'differs' | 'explained';
  /** Why this tolerance, or why the two differ. */
  note: string;
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
    tolerance: 0.5000001 * powerOfTen(-decimals),
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

/**
 * A number that is known to differ, and why. `expected` is what the reason leads to, to the decimals of the published one:
 * anything else is not explained by it.
 */
export function explainedRow(
  row: Row,
  { expected, decimals }: { expected: number; decimals: number },
  note: string,
): Row {
  if (row.verdict === 'agrees') return row;
  const tolerance = Math.abs(row.published - row.computed);
  return Math.abs(row.computed - expected) <= 0.5000001 * powerOfTen(-decimals)
    ? { ...row, tolerance, verdict: 'explained', note }
    : row;
}

function judged(row: Omit<Row, 'verdict'>): Row {
  const agrees = Math.abs(row.published - row.computed) <= row.tolerance;
  return { ...row, verdict: agrees ? 'agrees' : 'differs' };
}
