/** A line of two texts: in both, only in the first, only in the second. */
export interface DifferenceLine {
  kind: 'both' | 'first' | 'second';
  line: string;
}

/** Pairs of lines that are looked at; of texts that differ more, all that is between what they begin and end with differs. */
const MOST_PAIRS = 4_000_000;

/** The lines of two texts in one order, with as many in both as can be (longest common subsequence). O(n m). */
export function textDifference(first: string, second: string): DifferenceLine[] {
  const [a, b] = [first, second].map((text) => text.replace(/\n$/, '').split('\n')) as [string[], string[]];
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const as = (kind: DifferenceLine['kind'], lines: readonly string[]) =>
    lines.map((line): DifferenceLine => ({ kind, line }));
  const middle = (lines: readonly string[]) => lines.slice(head, lines.length - tail);
  return [
    ...as('both', a.slice(0, head)),
    ...((a.length - head - tail) * (b.length - head - tail) > MOST_PAIRS
      ? [...as('first', middle(a)), ...as('second', middle(b))]
      : aligned(middle(a), middle(b))),
    ...as('both', a.slice(a.length - tail)),
  ];
}

function aligned(a: readonly string[], b: readonly string[]): DifferenceLine[] {
  // common[i][j]: how many lines a from i and b from j on have in common.
  const common = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i]![j] =
        a[i] === b[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const lines: DifferenceLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'both', line: a[i]! });
      i++;
      j++;
    } else if (i < a.length && (j === b.length || common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push({ kind: 'first', line: a[i]! });
      i++;
    } else {
      lines.push({ kind: 'second', line: b[j]! });
      j++;
    }
  }
  return lines;
}
