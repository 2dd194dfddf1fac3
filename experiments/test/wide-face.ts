// For tests: boxes of words in a wide face. Pictures bring no face of their own, so that they have to hold in this one.

/** Advance widths of DejaVu Sans, the widest face that systems come with, from ' ' to '~' in hundredths of an em. */
const ADVANCE = (
  '32 40 46 84 64 95 78 27 39 39 50 84 32 36 32 34 64 64 64 64 64 64 64 64 64 64 34 34 84 84 84 53 100 68 69 70 77 63 ' +
  '58 77 75 29 29 66 56 86 75 79 60 79 69 63 61 73 68 99 69 61 69 39 34 39 84 50 50 61 63 55 63 62 35 63 63 28 28 58 28 ' +
  '97 63 61 63 63 41 52 39 63 59 82 59 59 52 64 34 64 84'
)
  .split(' ')
  .map(Number);
const OTHERS: Readonly<Record<string, number>> = { '\u00a0': 32, ε: 54, '²': 40, '₀': 40, '₁': 40, '₂': 40 };
/** Of its bold, beside it. */
const BOLD = 1.12;

interface WordBox {
  text: string;
  size: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Every text of a picture with the box that it fills, groups that are moved included. */
export function wordBoxes(svg: string): WordBox[] {
  const boxes: WordBox[] = [];
  let [dx, dy] = [0, 0];
  for (const [, moved, attributes = '', content = ''] of svg.matchAll(
    /<g transform="translate\(([^)]*)\)|<text([^>]*)>([^<]*)<\/text>/g,
  )) {
    if (moved !== undefined) {
      [dx = 0, dy = 0] = moved.split(',').map(Number);
      continue;
    }
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
    const text = content.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    const size = Number(attribute('font-size') ?? 12);
    const ems = [...text].reduce((sum, letter) => sum + advance(letter), 0) / 100;
    const width = ems * size * (attribute('font-weight') === undefined ? 1 : BOLD);
    const anchor = attribute('text-anchor') ?? 'start';
    const left =
      dx + Number(attribute('x')) - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0);
    const base = dy + Number(attribute('y'));
    boxes.push({
      text,
      size,
      left,
      right: left + width,
      top: base - 0.76 * size,
      bottom: base + 0.24 * size,
    });
  }
  return boxes;
}

function advance(letter: string): number {
  return ADVANCE[letter.codePointAt(0)! - 32] ?? OTHERS[letter] ?? 84;
}

export const overlap = (a: WordBox, b: WordBox): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
