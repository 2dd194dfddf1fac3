import { boundMark } from '@sightline/answers';
import { COLOUR, label, linear, protocolColour, spaced, ticks } from '@sightline/answers/pictures';
import type { ValueResult } from '@sightline/study';
import { Figure } from '../elements/figure.tsx';
import { Amount, amount, Shown } from '../elements/shown-number.tsx';
import { Table } from '../elements/table.tsx';
import { isTroubled, result } from '../state/values.ts';
import { undominated } from './undominated.ts';

/** What each protocol costs against what it is worth, and those that no other beats in both. */
export function CostValue() {
  const found = result.value;
  if (!found) return null;
  return (
    <div class={isTroubled.value ? 'stale' : undefined}>
      <Figure title="Cost and value" table={() => <CostValueTable result={found} />}>
        {(width) => <CostValuePicture result={found} width={width} />}
      </Figure>
    </div>
  );
}

const [TOP, LEFT, BOTTOM] = [24, 46, 44];

function CostValuePicture({ result, width }: { result: ValueResult; width: number }) {
  const height = Math.round(Math.min(340, Math.max(220, width * 0.5)));
  const all = Object.entries(result.protocols).map(([name, one]) => ({ name, ...one }));
  const dearest = Math.max(...all.map(({ cost }) => cost));
  const highest = Math.max(...all.map(({ value }) => value), 1e-6);
  const right = width - 16;
  const bottom = height - BOTTOM;
  const x = linear([0, dearest * 1.05], [LEFT, right]);
  const y = linear([0, highest * 1.08], [bottom, TOP]);
  const kept = undominated(all);
  const steps = kept.map(({ cost, value }, i) => {
    const next = kept[i + 1];
    return `${i === 0 ? 'M' : 'L'}${x(cost).toFixed(1)},${y(value).toFixed(1)}${next ? `H${x(next.cost).toFixed(1)}` : ''}`;
  });
  // Labels of points that lie close would cover each other.
  const heights = spaced(
    all.map(({ value }) => y(value) + 4),
    14,
    [TOP + 4, bottom],
  );
  return (
    <svg
      class="picture"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Cost and value: ${all.map(({ name, ...one }) => `${name} ${amount(one.cost)}, ${boundMark(one)}${one.value.toFixed(3)}`).join('; ')}`}
      font-family="system-ui, sans-serif"
      font-size={12}
      fill={COLOUR.ink}
    >
      <rect width={width} height={height} fill={COLOUR.ground} />
      {ticks(0, highest * 1.08, 5).map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={right} y1={y(value)} y2={y(value)} stroke={COLOUR.rule} />
          <text x={LEFT - 6} y={y(value) + 4} text-anchor="end" font-size={11} fill={COLOUR.muted}>
            {label(value)}
          </text>
        </g>
      ))}
      {ticks(0, dearest * 1.05, Math.max(2, width / 90)).map((cost) => (
        <text key={cost} x={x(cost)} y={bottom + 16} text-anchor="middle" font-size={11} fill={COLOUR.muted}>
          {label(cost)}
        </text>
      ))}
      <line x1={LEFT} x2={right} y1={bottom} y2={bottom} stroke={COLOUR.axis} />
      <text x={(LEFT + right) / 2} y={height - 8} text-anchor="middle" font-size={11} fill={COLOUR.muted}>
        cost
      </text>
      <text x={8} y={14} font-size={11} fill={COLOUR.muted}>
        value
      </text>
      <path d={steps.join('')} fill="none" stroke={COLOUR.thread} stroke-width={1.5} />
      {all.map(({ name, cost, value }, i) => {
        const after = x(cost) < width / 2;
        return (
          <g key={name}>
            <circle
              cx={x(cost)}
              cy={y(value)}
              r={5}
              fill={kept.some((one) => one.name === name) ? protocolColour(i) : COLOUR.ground}
              stroke={protocolColour(i)}
              stroke-width={1.5}
            />
            <text x={x(cost) + (after ? 10 : -10)} y={heights[i]} text-anchor={after ? 'start' : 'end'}>
              {name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function CostValueTable({ result }: { result: ValueResult }) {
  const all = Object.entries(result.protocols).map(([name, one]) => ({ name, ...one }));
  const kept = new Set(undominated(all).map(({ name }) => name));
  return (
    <Table
      caption="Cost and value, as a table"
      quiet
      columns={['protocol', 'cost#', 'value#', 'no other is worth more for as little']}
      rows={all.map(({ name, cost, value, lowerBound }) => ({
        name,
        cells: [
          <Amount key="cost" value={cost} />,
          <Shown key="value" value={value} digits={3} lowerBound={lowerBound} />,
          kept.has(name) ? 'yes' : 'no',
        ],
      }))}
    />
  );
}
