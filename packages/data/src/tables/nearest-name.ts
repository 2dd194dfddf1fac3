/**
 * The accepted name that a misspelt one probably means, if any is near enough: one slip in three letters. A name of one
 * or two letters is near to too many; only a swap of its letters counts.
 */
export function nearestName(name: string, accepted: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  const found = accepted
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => near(wanted, candidate.toLowerCase(), distance))
    .sort((a, b) => a.distance - b.distance);
  return found[0]?.candidate;
}

function near(wanted: string, candidate: string, distance: number): boolean {
  const shorter = Math.min(wanted.length, candidate.length);
  if (shorter > 2) return distance <= Math.floor(shorter / 3);
  return distance === 0 || (wanted.length === 2 && wanted === [...candidate].reverse().join(''));
}

/** Levenshtein's distance with a swap of two neighbours as one step. O(a·b). */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 8) return Math.abs(a.length - b.length);
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
