import { element, picture } from './svg.ts';

/** A part of a figure, drawn from (0, 0): by itself where the screen is narrow, beside the others elsewhere. */
export interface Panel {
  /** For those who hear it read. */
  title: string;
  width: number;
  height: number;
  parts: readonly string[];
}

export const panelPicture = ({ title, width, height, parts }: Panel): string =>
  picture(width, height, title, parts);

const GAP = 16;
/** Around all of them. */
const MARGIN = 10;

/** All panels of a figure in one picture, row by row. */
export function panelsPicture(title: string, panels: readonly Panel[], columns = 2): string {
  const across = Math.min(columns, panels.length);
  const widths = Array.from({ length: across }, (_, c) =>
    Math.max(...panels.filter((_, i) => i % across === c).map(({ width }) => width)),
  );
  const left = (c: number) => widths.slice(0, c).reduce((sum, width) => sum + width + GAP, MARGIN);
  let bottom = MARGIN;
  const placed: string[] = [];
  for (let first = 0; first < panels.length; first += across) {
    const row = panels.slice(first, first + across);
    for (const [c, { title: own, parts }] of row.entries())
      placed.push(
        element(
          'g',
          { transform: `translate(${left(c)},${bottom})`, role: 'group', 'aria-label': own },
          ...parts,
        ),
      );
    bottom += Math.max(...row.map(({ height }) => height)) + GAP;
  }
  return picture(left(across) - GAP + MARGIN, bottom - GAP + MARGIN, title, placed);
}
