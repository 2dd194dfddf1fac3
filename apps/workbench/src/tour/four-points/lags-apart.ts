import {
  type Area,
  across,
  COLOUR,
  element,
  label,
  linear,
  numbered,
  picture,
  polyline,
  ticks,
  upwards,
  words,
} from '@sightline/answers/pictures';

interface LagsApart {
  width: number;
  /** Correlations by lag, from 0: one world and the other. */
  worlds: readonly [readonly number[], readonly number[]];
  colours: readonly [string, string];
  names: readonly [string, string];
}

const HEIGHT = 250;
/** Stays where it is while the worlds move. */
const SPAN = [-0.2, 1] as const;
const WIDEST = 620;

/** The correlations of two worlds in one picture: they are one line until the worlds are moved apart. */
export function lagsApartPicture({ width: room, worlds, colours, names }: LagsApart): string {
  const width = Math.min(WIDEST, room);
  const lags = worlds[0].length - 1;
  const area: Area = { left: 46, right: width - 84, top: 26, bottom: HEIGHT - 42 };
  const x = linear([0, lags], [area.left, area.right]);
  const y = linear([...SPAN], [area.bottom, area.top]);
  const last = worlds.map((byLag) => y(byLag[lags]!));
  const apart = Math.abs(last[0]! - last[1]!) > 14;
  return picture(
    width,
    HEIGHT,
    `Correlations by lag: ${worlds.map((byLag, w) => `${names[w]} ${byLag.map((own) => own.toFixed(2)).join(', ')}`).join('; ')}`,
    [
      words(2, 14, 'correlation of two points', { 'font-size': 11, fill: COLOUR.muted }),
      ...upwards(area, numbered(ticks(...SPAN, 4), y)),
      ...across(
        area,
        Array.from({ length: lags + 1 }, (_, lag) => ({ at: x(lag), text: label(lag) })),
        'lag: steps between them',
      ),
      ...worlds.flatMap((byLag, w) => [
        polyline(
          byLag.map((own, lag) => [x(lag), y(own)] as const),
          { stroke: colours[w]!, 'stroke-width': 2, ...(w === 1 && { 'stroke-dasharray': '6 4' }) },
        ),
        ...byLag.map((own, lag) => element('circle', { cx: x(lag), cy: y(own), r: 4, fill: colours[w]! })),
      ]),
      ...(apart
        ? names.map((name, w) => words(area.right + 10, last[w]! + 4, name, { fill: colours[w]! }))
        : [words(area.right + 10, last[0]! + 4, 'both worlds', {})]),
    ],
  );
}
