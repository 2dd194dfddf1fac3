import { protocolColour } from '@sightline/answers/pictures';
import { elsewhere, followElsewhere } from '../state/elsewhere.ts';
import type { MarkedProtocol } from '../study/marks.ts';
import type { TimelineLayout } from './timeline-layout.ts';

interface ValueElsewhereProps {
  layout: TimelineLayout;
  protocols: readonly MarkedProtocol[];
}

followElsewhere();

/** Pixels below a row: from the lowest value to the highest. */
const [LOW, HIGH] = [20, 9];

/** Under the selected mark's row, what its protocol would be worth with the mark at other times; a tick where that is most. */
export function ValueElsewhere({ layout: { x, row }, protocols }: ValueElsewhereProps) {
  const found = elsewhere.value;
  const number = protocols.findIndex(({ name }) => name === found?.protocol);
  if (!found || number < 0) return null;
  const { times, values } = found;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (!(most > least)) return null;
  const y = row(number);
  const high = (value: number) => y + LOW - ((LOW - HIGH) * (value - least)) / (most - least);
  const best = x(times[values.indexOf(most)]!);
  const line = values.map(
    (value, i) => `${i === 0 ? 'M' : 'L'}${x(times[i]!).toFixed(1)},${high(value).toFixed(1)}`,
  );
  const colour = protocolColour(number);
  return (
    <g data-screen-only class="elsewhere" stroke={colour} fill="none">
      <title>{`Value with the selected reading at other times: ${least.toFixed(3)} to ${most.toFixed(3)}`}</title>
      <path d={line.join('')} stroke-opacity={0.6} />
      <path d={`M${best.toFixed(1)},${y + HIGH - 3}v5`} stroke-width={2} />
    </g>
  );
}
