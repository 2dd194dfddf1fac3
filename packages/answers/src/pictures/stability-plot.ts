import { layoutOf, type StabilityResult, type SweepResult } from '@sightline/study';
import { LAYOUT_STYLE } from './layout-style.ts';
import { panelPicture } from './panel.ts';
import { spreadPanel, sweepPanel } from './stability-panels.ts';

const WIDTH = 620;

/** `counts`: what is counted, units or what the study calls them. */
export type StabilityPicture = StabilityResult & { counts?: string; width?: number };
export type SweepPicture = SweepResult & { counts?: string; width?: number };
const ROW = 130;

/** How a difference of R² is spread over subsamples of the units. */
export function stabilityPlot({
  target,
  subsamples,
  share,
  differences,
  counts = 'units',
  width = WIDTH,
}: StabilityPicture): string {
  const height = 110 + ROW * differences.length;
  const subtitle = `in ${subsamples} subsamples of ${Math.round(100 * share)} % of the ${counts}: median and 95 % range`;
  return panelPicture(
    spreadPanel({
      title: `${target}: difference of R² ${subtitle}`,
      heading: [`${target}: difference of R²`, subtitle],
      size: { width, height },
      area: { left: 30, right: width - 30, top: 66, bottom: height - 42 },
      axis: 'difference of R²',
      rows: differences.map(({ a, b, median, low, high, values }) => ({
        name: `${a} minus ${b}`,
        style: LAYOUT_STYLE[layoutOf(b)],
        spread: { value: median, low, high },
        values,
      })),
    }),
  );
}

/** The same by the number of units that supports were learned from. */
export function sweepPlot({ target, repeats, sizes, counts = 'units', width = WIDTH }: SweepPicture): string {
  const subtitle = `by the ${counts} that supports were learned from: median and 95 % of ${repeats} draws each`;
  return panelPicture(
    sweepPanel({
      title: `${target}: difference of R² ${subtitle}`,
      heading: [`${target}: difference of R²`, subtitle],
      size: { width, height: 340 },
      area: { left: 60, right: width - (width < WIDTH ? 130 : 170), top: 52, bottom: 298 },
      axis: counts,
      lines: sizes[0]!.differences.map(({ a, b }, k) => ({
        name: [`${a} less`, b],
        style: LAYOUT_STYLE[layoutOf(b)],
        points: sizes.map(({ units, whole, differences }) => {
          const { median, low, high } = differences[k]!;
          return { units, whole, value: median, low, high };
        }),
      })),
    }),
  );
}
