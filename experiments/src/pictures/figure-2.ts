// Figure 2: what finitely many calibration units cost, in error, in regret, and by how fine the class of protocols is.
import {
  across,
  band,
  COLOUR,
  endNames,
  heading,
  type LineStyle,
  label,
  linear,
  lineStyle,
  logarithmic,
  logTicks,
  marked,
  numbered,
  type Panel,
  polyline,
  ticks,
  upwards,
  words,
} from '@sightline/answers/pictures';
import type { Banded, Resolutions, UniformErrors } from '../compare/series.ts';
import { areaOf, fixed, WIDTH } from './panel-frame.ts';

const HEIGHT = 290;

interface Line {
  style: LineStyle;
  ground: string;
  points: readonly Banded[];
  /** What stands at its end, a line of text each. */
  name: readonly string[];
}

const TARGET_LINES = [
  { style: lineStyle(COLOUR.blue, '', 'circle', true), ground: COLOUR.blueBand },
  { style: lineStyle(COLOUR.red, '7 3', 'triangle', false), ground: COLOUR.redBand },
  { style: lineStyle(COLOUR.green, '4 2 1 2', 'diamond', false), ground: COLOUR.greenBand },
];

export function figure2aPanel({ units, targets }: UniformErrors): Panel {
  const lines = targets.map(({ name, errors, tailSlope }, t) => ({
    ...TARGET_LINES[t % TARGET_LINES.length]!,
    points: errors,
    name: [name, `tail slope ${fixed(tailSlope, 2)}`],
  }));
  return byUnits({
    title: 'a\u00a0 Error falls with the root of m',
    subtitle: 'largest error of an estimated value in the family',
    units,
    lines,
    logarithmic: true,
    names: 102,
    root: true,
  });
}

const CLASS_LINES = [
  { style: lineStyle(COLOUR.grey, '2 3', 'square', false), ground: COLOUR.greyBand },
  { style: lineStyle(COLOUR.blue, '7 3', 'circle', false), ground: COLOUR.blueBand },
  { style: lineStyle(COLOUR.green, '4 2 1 2', 'diamond', false), ground: COLOUR.greenBand },
  { style: lineStyle(COLOUR.red, '', 'triangle', true), ground: COLOUR.redBand },
];

export function figure2cdPanels({ units, classes }: Resolutions): Panel[] {
  const lines = (of: 'regret' | 'error'): Line[] =>
    classes.map((own, c) => ({
      ...CLASS_LINES[c % CLASS_LINES.length]!,
      points: own[of],
      name: [`${own.size} protocols`],
    }));
  return [
    byUnits({
      title: 'c\u00a0 A coarse class keeps its regret',
      subtitle: 'regret of the protocol selected in each class',
      units,
      lines: lines('regret'),
      logarithmic: false,
      names: 90,
    }),
    byUnits({
      title: 'd\u00a0 A fine class is harder to estimate',
      subtitle: 'largest error of an estimated value in each class',
      units,
      lines: lines('error'),
      logarithmic: true,
      names: 90,
    }),
  ];
}

interface ByUnits {
  title: string;
  subtitle: string;
  units: readonly number[];
  lines: readonly Line[];
  logarithmic: boolean;
  /** Room for the names at the right. */
  names: number;
  /** Whether to draw the slope −½ below the lines. */
  root?: boolean;
}

/** Lines with bands over the number of calibration units. */
function byUnits({ title, subtitle, units, lines, logarithmic: logs, names, root }: ByUnits): Panel {
  const area = areaOf(HEIGHT, names);
  const [first, last] = [units[0]!, units.at(-1)!];
  const x = logarithmic([first, last], [area.left + 8, area.right - 8]);
  const all = lines.flatMap(({ points }) => points.flatMap(({ low, high }) => [low, high]));
  // Below the lowest line at its right end, by so much that nothing touches.
  const lowest = Math.min(...lines.map(({ points }) => points.at(-1)!.low));
  const reference = root ? 0.66 * lowest : undefined;
  const extent: [number, number] = logs
    ? [(reference ?? Math.min(...all)) * 0.9, Math.max(...all) * 1.05]
    : [Math.min(0, ...all), Math.max(...all)];
  const y = (logs ? logarithmic : linear)(extent, [area.bottom, area.top]);
  return {
    title: `${title.split('\u00a0 ')[1]}: ${subtitle}`,
    width: WIDTH,
    height: HEIGHT,
    parts: [
      ...heading(2, title, subtitle),
      ...upwards(area, numbered(logs ? logTicks(...extent) : ticks(...extent, 5), y)),
      ...across(area, numbered(units, x), 'calibration units m'),
      ...lines.map(({ points, ground }) =>
        band(
          units.map((m) => x(m)),
          points.map(({ low }) => y(low)),
          points.map(({ high }) => y(high)),
          ground,
        ),
      ),
      ...(reference === undefined ? [] : slope(reference)),
      ...lines.flatMap(({ style, points }) =>
        marked(
          points.map(({ value }, i) => [x(units[i]!), y(value)] as const),
          style,
        ),
      ),
      ...endNames(
        area,
        lines.map(({ style, points, name }) => ({
          at: [x(last), y(points.at(-1)!.value)] as const,
          colour: style.colour,
          name,
        })),
      ),
    ],
  };

  function slope(atLast: number): string[] {
    const labelled = units[Math.floor(units.length / 2)]!;
    const at = (m: number) => atLast * Math.sqrt(last / m);
    return [
      polyline(
        [first, last].map((m) => [x(m), y(at(m))] as const),
        { stroke: COLOUR.muted, 'stroke-dasharray': '3 3' },
      ),
      words(x(labelled) - 4, y(at(labelled)) + 16, `slope ${label(-0.5)}`, {
        'text-anchor': 'end',
        fill: COLOUR.muted,
        'font-size': 11,
      }),
    ];
  }
}
