import { element, escaped } from './svg.ts';

// Pictures are text: nobody measures a font here. These widths are those of common sans-serif fonts, rather too large.

const NARROW = /[ijl.,:;'|!()[\] ]/;
const BROAD = /[mwMW@%—…]/;
const CAPITAL = /[A-Z0-9&−+=<>]/;
/** From here on scripts whose letters are as wide as they are high. */
const WIDE_SCRIPTS = 0x1100;

/** About how wide a text is. */
export function textWidth(text: string, size = 12, bold = false): number {
  let ems = 0;
  for (const letter of text)
    ems +=
      letter.codePointAt(0)! >= WIDE_SCRIPTS && !BROAD.test(letter) && !CAPITAL.test(letter)
        ? 1
        : NARROW.test(letter)
          ? 0.34
          : BROAD.test(letter)
            ? 0.95
            : CAPITAL.test(letter)
              ? 0.66
              : 0.57;
  return ems * size * (bold ? 1.07 : 1);
}

/** Where the middle of a text stands that would stand at x, so that it stays between two others. */
export function within(x: number, width: number, [left, right]: readonly [number, number]): number {
  return Math.max(left + width / 2, Math.min(right - width / 2, x));
}

/** A text that may be longer than its room: cut with an ellipsis, and whole in its title. */
export function fitted(
  x: number,
  y: number,
  text: string,
  room: number,
  attributes: Readonly<Record<string, string | number>> = {},
): string {
  const size = Number(attributes['font-size'] ?? 12);
  const bold = attributes['font-weight'] !== undefined;
  const letters = [...text];
  let kept = letters.length;
  const shown = () => (kept === letters.length ? text : `${letters.slice(0, kept).join('').trimEnd()}…`);
  while (kept > 1 && textWidth(shown(), size, bold) > room) kept--;
  const whole = kept === letters.length ? [] : [element('title', {}, escaped(text))];
  return element('text', { x, y, ...attributes }, ...whole, escaped(shown()));
}
