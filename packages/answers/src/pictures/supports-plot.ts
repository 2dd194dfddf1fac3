import { type LayoutName, layoutTitle } from '@sightline/engine/internal';
import { MUTED, NARROW, SMALL } from './axes.ts';
import { LAYOUT_STYLE } from './layout-style.ts';
import { COLOUR } from './palette.ts';
import { line, linear, picture, words } from './svg.ts';
import { fitted } from './text-room.ts';

export interface SupportsPicture {
  /** Of the grid, and how many of them are observed. */
  points: number;
  budget: number;
  /** What its ends are called: by the clock, or of the record. */
  ends?: readonly [string, string];
  /** Grid points of each outer fold. */
  targets: readonly {
    name: string;
    layouts: readonly { layout: LayoutName; folds: readonly (readonly number[])[] }[];
  }[];
  width?: number;
}

const ROW = 15;

/** Which grid points each layout observes at one budget: a row for each fold, relative time across. */
export function supportsPlot({
  points,
  budget,
  targets,
  ends = ['beginning of the record', 'its end'],
  width = 900,
}: SupportsPicture): string {
  const narrow = width < NARROW;
  const left = narrow ? 40 : 200;
  const x = linear([0, points], [left, width - 20]);
  const parts: string[] = [];
  let y = 30;
  parts.push(
    fitted(12, 20, `Observed grid points, N = ${budget}, in each outer fold`, width - 24, {
      'font-size': 13,
      'font-weight': 600,
    }),
  );
  for (const { name, layouts } of targets) {
    y += 26;
    parts.push(fitted(12, y, name, width - 24, { 'font-weight': 600 }));
    y += ROW + 3;
    for (const { layout, folds } of layouts) {
      const { colour, mark } = LAYOUT_STYLE[layout];
      // What was fixed beforehand is the same in every fold.
      const rows = isFixed(folds) ? folds.slice(0, 1) : folds;
      if (narrow) {
        parts.push(words(12, y, layoutTitle(layout), { fill: colour }));
        y += ROW + 2;
      } else parts.push(words(left - 44, y, layoutTitle(layout), { 'text-anchor': 'end', fill: colour }));
      rows.forEach((own, fold) => {
        const which = rows.length === 1 ? 'all' : String(fold);
        parts.push(
          words(left - 12, y, which, { 'text-anchor': 'end', ...MUTED }),
          line(x(0), y - 4, x(points), y - 4, { stroke: COLOUR.rule }),
          ...own.map((j) => mark(x(j + 0.5), y - 4)),
        );
        y += ROW;
      });
      y += 5;
    }
  }
  parts.push(
    words(x(0), y + 8, ends[0], MUTED),
    words(x(points), y + 8, ends[1], { 'text-anchor': 'end', ...MUTED }),
    words(left - 12, 43, 'fold', { 'text-anchor': 'end', 'font-size': SMALL, fill: COLOUR.muted }),
  );
  return picture(width, y + 22, `Observed grid points by fold, N = ${budget}`, parts);
}

export const isFixed = (folds: readonly (readonly number[])[]) =>
  folds.every((own) => String(own) === String(folds[0]));
