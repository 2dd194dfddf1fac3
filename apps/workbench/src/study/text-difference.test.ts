import { describe, expect, it } from 'vitest';
import { textDifference } from './text-difference.ts';

/** All ways to take lines in their order, the longest that both texts have. */
function longest(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const [[x, ...restA], [y, ...restB]] = [a, b];
  return x === y ? 1 + longest(restA, restB) : Math.max(longest(restA, b), longest(a, restB));
}

describe('the difference of two texts', () => {
  it('has each text whole, and as much in common as there is', () => {
    const texts = ['', 'a', 'a\nb\nc', 'c\na\nb', 'a\nx\nc\nb', 'b\nb\na\nc\nc', 'x\ny'];
    for (const first of texts)
      for (const second of texts) {
        const lines = textDifference(first, second);
        const of = (kind: string) =>
          lines.flatMap((one) => (one.kind === kind || one.kind === 'both' ? [one.line] : []));
        expect(of('first').join('\n')).toBe(first);
        expect(of('second').join('\n')).toBe(second);
        expect(lines.filter(({ kind }) => kind === 'both')).toHaveLength(
          longest(first.split('\n'), second.split('\n')),
        );
      }
  });

  it('of long texts that have little in common is what stands between their ends', () => {
    const text = (word: string) =>
      ['head', ...Array.from({ length: 3000 }, (_, i) => `${word} ${i}`), 'tail'].join('\n');
    const kinds = textDifference(text('a'), text('b')).map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual(['both', 'first']);
    expect(kinds.slice(-2)).toEqual(['second', 'both']);
    expect(kinds).toHaveLength(6002);
  });
});
