import { boundMark } from '@sightline/answers';
import {
  type Area,
  across,
  COLOUR,
  linear,
  MUTED,
  numbered,
  picture,
  polyline,
  protocolColour,
  spaced,
  ticks,
  upwards,
  words,
} from '@sightline/answers/pictures';
import type { ValueResult } from '@sightline/study';
import { dot } from '../elements/drawing.tsx';
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
      <Figure
        title="Cost and value"
        draw={(width) => costValuePicture(found, width)}
        table={() => <CostValueTable result={found} />}
      />
    </div>
  );
}

function costValuePicture(result: ValueResult, width: number): string {
  const height = Math.round(Math.min(340, Math.max(220, width * 0.5)));
  const all = Object.entries(result.protocols).map(([name, one]) => ({ name, ...one }));
  const dearest = Math.max(...all.map(({ cost }) => cost));
  const highest = Math.max(...all.map(({ value }) => value), 1e-6);
  const area: Area = { left: 46, right: width - 16, top: 24, bottom: height - 44 };
  const x = linear([0, dearest * 1.05], [area.left, area.right]);
  const y = linear([0, highest * 1.08], [area.bottom, area.top]);
  const kept = undominated(all);
  // As far as the next one costs, there is nothing better.
  const steps = kept.flatMap(({ cost, value }, i) => {
    const to = kept[i + 1]?.cost ?? cost;
    return [[x(cost), y(value)] as const, [x(to), y(value)] as const];
  });
  // Labels of points that lie close would cover each other.
  const heights = spaced(
    all.map(({ value }) => y(value) + 4),
    14,
    [area.top + 4, area.bottom],
  );
  return picture(
    width,
    height,
    `Cost and value: ${all.map(({ name, ...one }) => `${name} ${amount(one.cost)}, ${boundMark(one)}${one.value.toFixed(3)}`).join('; ')}`,
    [
      words(8, 14, 'value', MUTED),
      ...upwards(area, numbered(ticks(0, highest * 1.08, 5), y)),
      ...across(area, numbered(ticks(0, dearest * 1.05, Math.max(2, width / 90)), x), 'cost'),
      polyline(steps, { stroke: COLOUR.thread, 'stroke-width': 1.5 }),
      ...all.flatMap(({ name, cost, value }, i) => {
        const after = x(cost) < width / 2;
        const isKept = kept.some((one) => one.name === name);
        return [
          dot(x(cost), y(value), 5, isKept ? protocolColour(i) : COLOUR.ground, protocolColour(i)),
          words(x(cost) + (after ? 10 : -10), heights[i]!, name, { 'text-anchor': after ? 'start' : 'end' }),
        ];
      }),
    ],
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
