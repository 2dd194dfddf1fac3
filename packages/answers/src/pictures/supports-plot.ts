import type { LayoutName } from '@sightline/engine';
import type { RetrospectResult } from '@sightline/study';
import { templateName } from '@sightline/study';
import { LAYOUT_STYLE } from './layout-style.ts';
import { COLOUR } from './palette.ts';
import { line, linear, picture, words } from './svg.ts';

const LEFT = 200;
const WIDTH = 900;
const ROW = 15;

/** Which grid points each layout takes of all records at one budget: a row for each fold, relative time across. */
export function supportsPlot(
  result: RetrospectResult,
  budget: number,
  called: (layout: LayoutName) => string = (layout) => layout,
): string {
  const { layouts, targets, grid } = result;
  const x = linear([0, grid.points], [LEFT, WIDTH - 20]);
  const parts: string[] = [];
  let y = 30;
  parts.push(
    words(12, 20, `Grid points that are observed, N = ${budget}, in each outer fold`, {
      'font-size': 14,
      'font-weight': 600,
    }),
  );
  for (const [name, { supports, cohort }] of Object.entries(targets)) {
    if (cohort.kind !== 'all') continue;
    y += 26;
    parts.push(words(12, y, name, { 'font-weight': 600 }));
    // A name may be as long as it likes: it has a line of its own.
    y += ROW + 3;
    for (const layout of layouts) {
      const folds = supports[templateName(layout, budget)]!;
      const { colour, mark } = LAYOUT_STYLE[layout];
      // What was fixed beforehand is the same in every fold.
      const rows = folds.every((own) => String(own) === String(folds[0])) ? folds.slice(0, 1) : folds;
      parts.push(words(LEFT - 44, y, called(layout), { 'text-anchor': 'end', fill: colour }));
      rows.forEach((own, fold) => {
        const which = rows.length === 1 ? 'all' : String(fold);
        parts.push(
          words(LEFT - 12, y, which, { 'text-anchor': 'end', 'font-size': 10, fill: COLOUR.muted }),
          line(x(0), y - 4, x(grid.points), y - 4, { stroke: COLOUR.rule }),
          ...own.map((j) => mark(x(j + 0.5), y - 4)),
        );
        y += ROW;
      });
      y += 5;
    }
  }
  parts.push(
    words(x(0), y + 8, 'beginning of the record', { 'font-size': 11, fill: COLOUR.muted }),
    words(x(grid.points), y + 8, 'its end', { 'font-size': 11, fill: COLOUR.muted, 'text-anchor': 'end' }),
    words(LEFT - 12, 46, 'fold', { 'text-anchor': 'end', 'font-size': 10, fill: COLOUR.muted }),
  );
  return picture(WIDTH, y + 22, `Observed grid points by fold, N = ${budget}`, parts);
}
