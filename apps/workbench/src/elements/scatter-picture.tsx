import { COLOUR, label, linear, ticks } from '@sightline/answers/pictures';

interface ScatterPictureProps {
  targets: ArrayLike<number>;
  predicted: ArrayLike<number>;
  /** Who is drawn: the first so many. */
  count: number;
  /** Of both axes. */
  range: readonly [number, number];
  /** Who is looked at, with the interval of the prediction. */
  person?: { number: number; low: number; high: number } | undefined;
  /** On the axes. */
  across: string;
  up: string;
  title: string;
  /** That of the protocol. */
  colour?: string;
  width: number;
}

const [LEFT, TOP, BOTTOM, RIGHT] = [40, 24, 40, 10];
/** Wider, a square would fill the screen. */
const WIDEST = 340;

/** What is predicted of each person against what is true: the closer to the diagonal, the more the protocol is worth. */
export function ScatterPicture(props: ScatterPictureProps) {
  const { targets, predicted, count, range, person, across, up, title, colour = COLOUR.blue } = props;
  const width = Math.min(WIDEST, props.width);
  const height = width - LEFT - RIGHT + TOP + BOTTOM;
  const [right, bottom] = [width - RIGHT, height - BOTTOM];
  const x = linear([...range], [LEFT, right]);
  const y = linear([...range], [bottom, TOP]);
  // One path, since a thousand elements would take a frame each time one is added.
  const dots = Array.from({ length: count }, (_, m) => {
    const [at, up] = [x(predicted[m]!), y(targets[m]!)];
    return `M${f(at - 2)},${f(up)}a2,2 0 1,0 4,0a2,2 0 1,0 -4,0`;
  });
  return (
    <svg
      class="picture"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={title}
      font-family="system-ui, sans-serif"
      font-size={11}
      fill={COLOUR.ink}
    >
      <rect width={width} height={height} fill={COLOUR.ground} />
      <text x={8} y={14} fill={COLOUR.muted}>
        {up}
      </text>
      {ticks(...range, 4).map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={right} y1={y(value)} y2={y(value)} stroke={COLOUR.rule} />
          <line x1={x(value)} x2={x(value)} y1={TOP} y2={bottom} stroke={COLOUR.rule} />
          <text x={LEFT - 6} y={y(value) + 4} text-anchor="end" fill={COLOUR.muted}>
            {label(value)}
          </text>
          <text x={x(value)} y={bottom + 16} text-anchor="middle" fill={COLOUR.muted}>
            {label(value)}
          </text>
        </g>
      ))}
      <line x1={LEFT} x2={right} y1={bottom} y2={TOP} stroke={COLOUR.axis} stroke-dasharray="4 3" />
      <text x={(LEFT + right) / 2} y={height - 8} text-anchor="middle" fill={COLOUR.muted}>
        {across}
      </text>
      <path d={dots.join('')} fill={colour} fill-opacity={0.55} />
      {person && (
        <>
          <line
            x1={x(predicted[person.number]!)}
            x2={x(predicted[person.number]!)}
            y1={y(person.low)}
            y2={y(person.high)}
            stroke={colour}
            stroke-width={1.5}
          />
          <circle
            cx={x(predicted[person.number]!)}
            cy={y(targets[person.number]!)}
            r={5}
            fill={COLOUR.black}
            stroke={COLOUR.ground}
            stroke-width={1.5}
          />
        </>
      )}
    </svg>
  );
}

const f = (value: number) => Number(value.toFixed(1));
