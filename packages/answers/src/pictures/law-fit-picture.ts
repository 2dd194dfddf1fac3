import { share } from '../words/quantities.ts';
import { acrossAxis, heading, upAxis } from './axes.ts';
import { COLOUR } from './palette.ts';
import { type Panel, panelsPicture } from './panel.ts';
import { circle, line, linear, polyline } from './svg.ts';

interface Plotted {
  title: string;
  subtitle: string;
  across: string;
  /** Where the law puts a quantile. */
  law: readonly number[];
  /** Where the data have it. */
  data: readonly number[];
  /** The same of parts of the data. */
  parts: readonly (readonly number[])[];
}

export interface LawFitPicture {
  panels: readonly Plotted[];
  width?: number;
}

const WIDEST = 340;
const HEIGHT = 300;

/** Quantiles of the data against those of the law: on the diagonal where the two agree. */
export function lawFitPicture({ panels, width = 720 }: LawFitPicture): string {
  const own = Math.min(WIDEST, width - 20);
  const columns = width >= 2 * WIDEST ? 2 : 1;
  return panelsPicture(
    'Quantiles of the data against those of the Gaussian law',
    panels.map((one) => panel(one, own)),
    columns,
  );
}

function panel({ title, subtitle, across, law, data, parts }: Plotted, width: number): Panel {
  const area = { left: 42, right: width - 14, top: 52, bottom: HEIGHT - 44 };
  const every = [...law, ...data, ...parts.flat()];
  const ends = [Math.min(...every), Math.max(...every)] as const;
  const x = linear([law[0]!, law.at(-1)!], [area.left + 6, area.right - 6]);
  const y = linear(ends, [area.bottom, area.top]);
  const points = (own: readonly number[]) => law.map((at, k) => [x(at), y(own[k]!)] as const);
  return {
    title: `${title}: the data from ${share(data[0]!, 2)} to ${share(data.at(-1)!, 2)}, the law from ${share(law[0]!, 2)} to ${share(law.at(-1)!, 2)}`,
    width,
    height: HEIGHT,
    parts: [
      ...heading(area.left, title, subtitle),
      ...upAxis(y, ends, area),
      ...acrossAxis(x, [law[0]!, law.at(-1)!], { ...area, title: across }),
      line(x(law[0]!), y(law[0]!), x(law.at(-1)!), y(law.at(-1)!), {
        stroke: COLOUR.grey,
        'stroke-width': 1.5,
      }),
      ...parts.map((own) => polyline(points(own), { stroke: COLOUR.thread, 'stroke-width': 1.5 })),
      ...points(data).map(([cx, cy]) => circle(cx, cy, 4, { fill: COLOUR.blue })),
    ],
  };
}
