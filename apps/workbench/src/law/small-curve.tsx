import { COLOUR } from '@sightline/answers/pictures';

interface SmallCurveProps {
  /** Heights at equal steps. */
  values: readonly number[];
  /** Lowest and highest that is shown. */
  span: readonly [number, number];
}

const [WIDTH, HEIGHT, EDGE] = [64, 34, 3];

/** A function at a glance; the words beside it say what it is. */
export function SmallCurve({ values, span: [low, high] }: SmallCurveProps) {
  const x = (i: number) => EDGE + ((WIDTH - 2 * EDGE) * i) / (values.length - 1);
  const y = (value: number) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (value - low)) / (high - low);
  const d = values
    .map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)},${y(value).toFixed(1)}`)
    .join('');
  return (
    <svg
      class="picture small-curve"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <line x1={EDGE} x2={WIDTH - EDGE} y1={y(0)} y2={y(0)} stroke={COLOUR.thread} />
      <path d={d} fill="none" stroke={COLOUR.blue} stroke-width={1.5} />
    </svg>
  );
}
