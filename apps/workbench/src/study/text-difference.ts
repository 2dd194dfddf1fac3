/** A line of two texts: in both, only in the first, only in the second. */
export interface DifferenceLine {
  kind: 'both' | 'first' | 'second';
  line: string;
}

/** The lines of two texts in one order, with as many in both as can be (longest common subsequence). O(n m). */
export function textDifference(first: string, second: string): DifferenceLine[] {
  const [a, b] = [first, second].map((text) => text.replace(/\n$/, '').split('\n')) as [string[], string[]];
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
