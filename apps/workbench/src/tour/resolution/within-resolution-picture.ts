import {
  type Area,
  across,
  COLOUR,
  element,
  label,
  linear,
  picture,
  ticks,
  words,
} from '@sightline/answers/pictures';

interface ShownClass {
  size: number;
  /** True values, the best first. */
  values: readonly number[];
  /** The uniform error over this class. */
  error: number;
  notToldApart: number;
}

interface WithinResolutionPicture {
  width: number;
  units: number;
  classes: readonly ShownClass[];
}

const ROW = 64;
const TOP = 8;
/** Spreads the dots of a row evenly, the same every time. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Every protocol's true value, a row for each class, and the ground that cannot be told from the best. */
export function withinResolutionPicture({ width, units, classes }: WithinResolutionPicture): string {
  const all = classes.flatMap(({ values }) => values);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const edge = 0.04 * (high - low);
  const bottom = TOP + ROW * classes.length;
  const area: Area = { left: 14, right: width - 14, top: TOP, bottom };
  const x = linear([low - edge, high + edge], [area.left, area.right]);
  return picture(
    width,
    bottom + 42,
    `With ${units} units, protocols that cannot be told from the best: ${classes
      .map(({ size, notToldApart }) => `${notToldApart} of ${size}`)
      .join(', ')}`,
    [
      ...classes.flatMap(({ size, values, error, notToldApart }, c) => {
        const top = TOP + ROW * c;
        const best = values[0]!;
        const from = Math.max(area.left, x(best - 2 * error));
        const near = (value: number) => best - value <= 2 * error;
        return [
          element('rect', { x: from, y: top + 20, width: x(best) - from, height: 34, fill: COLOUR.redBand }),
          words(area.left, top + 14, `${size} protocols`, { 'font-weight': 600 }),
          words(area.right, top + 14, `${notToldApart} not told from the best`, {
            'text-anchor': 'end',
            'font-size': 11,
            fill: COLOUR.red,
          }),
          ...values.map((value, i) =>
            element('circle', {
              cx: x(value),
              cy: values.length < 8 ? top + 37 : top + 24 + 26 * ((i * GOLDEN) % 1),
              r: values.length < 8 ? 4.5 : 2,
              fill: i === 0 ? COLOUR.black : near(value) ? COLOUR.red : COLOUR.blue,
            }),
          ),
        ];
      }),
      ...across(
        area,
        ticks(low - edge, high + edge, Math.max(3, width / 110)).map((value) => ({
          at: x(value),
          text: label(value),
        })),
        'true value of a protocol',
      ),
    ],
  );
}
