import { COLOUR, HALO } from '@sightline/answers/pictures';
import type { TimeGrid } from '@sightline/engine/internal';
import { moment } from '@sightline/study';
import type { TargetedKeyboardEvent } from 'preact';
import { amount } from '../elements/shown-number.tsx';
import { beginDrag, endDrag } from '../state/baseline.ts';
import { apply, isCurrent, said, selected, selectedKey } from '../state/workbench.ts';
import { moveMark, removeMark, resizeMark } from '../study/edit-marks.ts';
import { type Mark, markKey } from '../study/marks.ts';
import { repeatMark } from '../study/repeat-mark.ts';
import { keyMove } from './key-move.ts';
import { useDrag } from './mark-drag.ts';
import { readsText } from './reads-text.ts';
import { stretched } from './stretched.ts';
import { type TimelineLayout, timeAt } from './timeline-layout.ts';

interface TimelineMarkProps {
  mark: Mark;
  grid: TimeGrid;
  layout: TimelineLayout;
  y: number;
  colour: string;
}

const SIZE = 6;
/** Pixels that one repeat stands above the other, and how many are drawn. */
const [PILE, MOST_PILED] = [3, 4];

/** One reading or window that can be dragged, or moved with the keys; a window’s edges make it longer or shorter. */
export function TimelineMark({ mark, grid, layout, y, colour }: TimelineMarkProps) {
  const { x } = layout;
  const { action, protocol, written, together } = mark;
  const { at, width, repeats } = action;
  const isSelected = selectedKey.value === markKey(mark);
  const moveTo = (time: number, gesture?: string) => {
    const within = Math.min(grid.horizon, Math.max(0, time));
    if (within !== time) said.value = 'That is the end of the horizon.';
    if (isCurrent.value) apply((text) => moveMark(text, mark, within), gesture);
  };
  /** As far as they are seen. */
  const edges = { from: Math.max(0, at - width / 2), to: Math.min(grid.horizon, at + width / 2) };
  /** Several widths of one entry have no edge of their own. */
  const hasEdges = width > 0 && typeof written.width === 'number';
  const stretchTo = (edge: 'from' | 'to', time: number, gesture: string) => {
    const now = stretched({ at, width }, edge, time, together === 1, grid);
    if (isCurrent.value) apply((text) => resizeMark(text, mark, now), gesture);
  };
  const drag = useDrag({
    standsAt: (grip) => x(grip === 'whole' ? at : edges[grip]),
    grips: hasEdges ? ['whole', 'from', 'to'] : ['whole'],
    onTaken: (element) => {
      element.focus({ preventScroll: true });
      selected.value = mark;
      beginDrag();
    },
    onEnd: endDrag,
    onMove: (place, grip, gesture) => {
      const time = timeAt(place, layout, grid);
      if (grip === 'whole') moveTo(time, gesture);
      else stretchTo(grip, time, gesture);
    },
  });
  const onKeyDown = (event: TargetedKeyboardEvent<SVGGElement>) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      remove();
      return;
    }
    const by = { '+': 1, '-': -1 }[event.key] as 1 | -1 | undefined;
    if (by) {
      event.preventDefault();
      if (!isCurrent.value) return;
      if (!apply((text) => repeatMark(text, mark, by))) said.value = 'It is taken once: Delete removes it.';
      // A mark that became an entry of its own is another element.
      const picture = event.currentTarget.ownerSVGElement!;
      requestAnimationFrame(() => picture.querySelector<SVGElement>('.mark.selected')?.focus());
      return;
    }
    const time = keyMove(event, at, grid);
    if (time === undefined) return;
    event.preventDefault();
    // A key that is held down is one step of the history.
    moveTo(time, event.repeat ? `keys ${event.key}` : undefined);
  };
  const remove = () => {
    const removed = isCurrent.value ? apply((text) => removeMark(text, mark)) : undefined;
    if (removed) selected.value = undefined;
    else if (isCurrent.value)
      said.value = `This is the last reading of ${protocol}: a protocol has at least one. Remove the protocol instead.`;
  };

  const { from, to } = edges;
  /** Behind the mark, so that repeats are seen. */
  const pile = Math.min(repeats, MOST_PILED) - 1;
  const read = grid.times[action.first]!;
  return (
    <g
      role="slider"
      tabIndex={0}
      class={isSelected ? 'mark selected' : 'mark'}
      aria-label={`${width > 0 ? 'Window' : 'Reading'} of ${protocol}`}
      aria-valuemin={0}
      aria-valuemax={grid.horizon}
      aria-valuenow={at}
      aria-valuetext={`${readsText(action, grid)}${repeats > 1 ? `, ${amount(repeats)} repeats` : ''}`}
      {...drag}
      onKeyDown={onKeyDown}
      onFocus={() => {
        selected.value = mark;
      }}
    >
      <rect
        data-screen-only
        x={Math.min(x(from), x(at) - 14)}
        y={y - 18}
        width={Math.max(x(to) - x(from), 28)}
        height={36}
        fill="transparent"
      />
      {width > 0 ? (
        <rect
          x={x(from)}
          y={y - SIZE}
          width={x(to) - x(from)}
          height={2 * SIZE}
          rx={3}
          fill={colour}
          fill-opacity={0.2}
          stroke={colour}
          stroke-width={1.5}
        />
      ) : (
        <line x1={x(read)} x2={x(read)} y1={y - 10} y2={y + 10} stroke={COLOUR.axis} stroke-width={1.5} />
      )}
      {hasEdges && (
        <path
          data-screen-only
          d={`M${x(from)},${y - 9}v18M${x(to)},${y - 9}v18`}
          stroke={colour}
          stroke-width={3}
          stroke-linecap="round"
        />
      )}
      {hasEdges &&
        (['from', 'to'] as const).map((edge) => (
          <rect
            key={edge}
            data-screen-only
            data-grip={edge}
            class="edge"
            // Beyond its edge rather than within, where the mark itself is held.
            x={x(edges[edge]) - (edge === 'from' ? 12 : 4)}
            y={y - 18}
            width={16}
            height={36}
            fill="transparent"
          />
        ))}
      {Array.from({ length: pile }, (_, k) => (
        <circle key={k} cx={x(at)} cy={y - PILE * (pile - k)} r={SIZE} fill={colour} stroke={COLOUR.ground} />
      ))}
      <circle
        class="knob"
        cx={x(at)}
        cy={y}
        r={SIZE}
        fill={colour}
        stroke={COLOUR.ground}
        stroke-width={1.5}
      />
      {repeats > 1 && (
        <text x={x(at)} y={y - 10 - PILE * pile} text-anchor="middle" font-size={11}>
          ×{amount(repeats)}
        </text>
      )}
      {isSelected && (
        <text data-screen-only x={x(at)} y={y + 22} text-anchor="middle" font-size={11} {...HALO}>
          {moment(at, grid)}
        </text>
      )}
      <circle data-screen-only class="ring" cx={x(at)} cy={y} r={SIZE + 5} fill="none" />
    </g>
  );
}
