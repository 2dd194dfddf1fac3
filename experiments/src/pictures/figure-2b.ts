// Figure 2b: the regret of what was selected against 2ε, which it cannot exceed.
import {
  across,
  COLOUR,
  element,
  HALO,
  heading,
  line,
  linear,
  lineStyle,
  logarithmic,
  logTicks,
  marked,
  numbered,
  type Panel,
  polyline,
  upwards,
  whisker,
  words,
} from '@sightline/answers/pictures';
import type { Banded, Regrets } from '../compare/series.ts';
import { areaOf, WIDTH } from './panel-frame.ts';

const HEIGHT = 290;
/** Below this a regret is 0 but for rounding; those have a strip of their own, for a logarithmic axis has no 0. */
const NONE = 1e-12;
const STRIP = 18;
const MEAN = lineStyle(COLOUR.black, '', 'circle', true);
/** Room for 'm = 25' beside its mark. */
const LABEL = 64;
/** Fills the strip evenly, the same every time. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

export function figure2bPanel({ units, cells, cloud }: Regrets): Panel {
  const whole = areaOf(HEIGHT, 12, 52);
  const area = { ...whole, bottom: whole.bottom - STRIP - 6 };
  const bounds = cloud.map(({ bound }) => bound);
  const some = cloud.filter(({ regret }) => regret >= NONE);
  const least = 0.8 * Math.min(...some.map(({ regret }) => regret));
  const [from, to] = [Math.min(...bounds) * 0.9, Math.max(...bounds) * 1.1];
  const x = logarithmic([from, to], [area.left, area.right]);
  const y = logarithmic([least, to], [area.bottom, area.top]);
  const [strip, floor] = [area.bottom + 6, whole.bottom];
  const inStrip = linear([0, 1], [strip + 3, floor - 3]);
  const none = cloud.filter(({ regret }) => regret < NONE);
  const share = Math.round((100 * none.length) / cloud.length);
  const dot = (cx: number, cy: number) => element('circle', { cx, cy, r: 1.1, fill: COLOUR.thread });
  const means = units.map((_, i) => ({
    regret: average(cells.map(({ regret }) => regret[i]!)),
    bound: 2 * average(cells.map(({ error }) => error[i]!)).value,
  }));
  const diagonal: [number, number][] = [from, to].map((value) => [x(value), y(value)]);
  return {
    title: 'Regret of the protocol selected against twice the uniform error',
    width: WIDTH,
    height: HEIGHT,
    parts: [
      ...heading(2, 'b\u00a0 Regret stays far below its bound', 'regret of the protocol selected, by 2ε'),
      // What the theorem rules out.
      element('path', {
        d: `M${diagonal.map(([a, b]) => `${a.toFixed(2)},${b.toFixed(2)}`).join('L')}L${area.left},${area.top}Z`,
        fill: COLOUR.greyBand,
      }),
      ...upwards(
        area,
        numbered(logTicks(least, to), y, (value) => String(value)),
      ),
      words(area.left - 6, (strip + floor) / 2 + 4, '0', { 'text-anchor': 'end', 'font-size': 11 }),
      line(area.left, strip, area.right, strip, { stroke: COLOUR.axis, 'stroke-dasharray': '2 2' }),
      ...across(whole, numbered(logTicks(from, to), x), '2ε, twice the uniform error'),
      ...some.map(({ regret, bound }) => dot(x(bound), y(regret))),
      ...none.map(({ bound }, i) => dot(x(bound), inStrip((i * GOLDEN) % 1))),
      polyline(diagonal, { stroke: COLOUR.red, 'stroke-width': 1.6, 'stroke-dasharray': '7 3' }),
      words(area.left + 8, area.top + 14, 'no regret is above 2ε', { fill: COLOUR.red, 'font-size': 11 }),
      words(area.right - 6, area.bottom - 4, `no regret at all: ${share} %`, {
        ...HALO,
        'text-anchor': 'end',
        fill: COLOUR.muted,
        'font-size': 11,
      }),
      ...means.map(({ regret, bound }) =>
        whisker(x(bound), regret.low < least ? floor : y(regret.low), y(regret.high), MEAN.colour),
      ),
      ...marked(
        means.map(({ regret, bound }) => [x(bound), y(regret.value)] as const),
        MEAN,
      ),
      ...means.map(({ regret, bound }, i) => {
        // Below to the right, unless the edge is near.
        const side = x(bound) + LABEL < WIDTH ? 1 : -1;
        return words(
          x(bound) + 8 * side,
          y(regret.value) + (side > 0 ? 12 : -5),
          i === 0 ? `m = ${units[i]}` : String(units[i]),
          {
            ...HALO,
            'text-anchor': side > 0 ? 'start' : 'end',
            'font-size': 11,
            'font-weight': 600,
          },
        );
      }),
    ],
  };
}

/** Cells share their replications: their errors may all go one way, and then the mean's does. */
function average(cells: readonly Banded[]): Banded {
  const mean = (pick: (cell: Banded) => number) =>
    cells.reduce((sum, cell) => sum + pick(cell), 0) / cells.length;
  return { value: mean(({ value }) => value), low: mean(({ low }) => low), high: mean(({ high }) => high) };
}
