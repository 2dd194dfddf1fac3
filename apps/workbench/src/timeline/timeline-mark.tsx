import { COLOUR, type Scale } from '@sightline/answers/pictures';
import type { TimeGrid } from '@sightline/engine';
import { moment } from '@sightline/study';
import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { amount } from '../elements/shown-number.tsx';
import { apply, isCurrent, said, selected, selectedKey } from '../state/workbench.ts';
import { moveMark, removeMark } from '../study/edit-marks.ts';
import { type Mark, markKey } from '../study/marks.ts';
import { keyMove } from './key-move.ts';
import { readsText } from './reads-text.ts';
import { type TimelineLayout, timeAt } from './timeline-layout.ts';

interface TimelineMarkProps {
  mark: Mark;
  grid: TimeGrid;
  layout: TimelineLayout;
  x: Scale;
  y: number;
}

const SIZE = 6;

/** One reading or window that can be dragged, or moved with the keys. */
export function TimelineMark({ mark, grid, layout, x, y }: TimelineMarkProps) {
  const drag = useRef<{ offset: number; gesture: string; frame: number } | undefined>(undefined);
  const { action, protocol } = mark;
  const { at, width, repeats } = action;
  const isSelected = selectedKey.value === markKey(mark);
  const place = (event: TargetedPointerEvent<SVGGElement>) =>
    event.clientX - event.currentTarget.ownerSVGElement!.getBoundingClientRect().left;
  const moveTo = (time: number, gesture?: string) => {
    const within = Math.min(grid.horizon, Math.max(0, time));
    if (within !== time) said.value = 'That is the end of the horizon.';
    if (isCurrent.value) apply((text) => moveMark(text, mark, within), gesture);
  };

  const onPointerDown = (event: TargetedPointerEvent<SVGGElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    selected.value = mark;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { offset: place(event) - x(at), gesture: `drag ${performance.now()}`, frame: 0 };
  };
  const onPointerMove = (event: TargetedPointerEvent<SVGGElement>) => {
    const held = drag.current;
    if (!held) return;
    const time = timeAt(place(event) - held.offset, layout, grid);
    // Once a frame: a mouse tells its place far more often.
    cancelAnimationFrame(held.frame);
    held.frame = requestAnimationFrame(() => moveTo(time, held.gesture));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<SVGGElement>) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      remove();
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

  const [from, to] = [Math.max(0, at - width / 2), Math.min(grid.horizon, at + width / 2)];
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
      aria-valuetext={readsText(action, grid)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        drag.current = undefined;
      }}
      onPointerCancel={() => {
        drag.current = undefined;
      }}
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
          fill={COLOUR.blueBand}
          stroke={COLOUR.blue}
          stroke-width={1.5}
        />
      ) : (
        <line x1={x(read)} x2={x(read)} y1={y - 10} y2={y + 10} stroke={COLOUR.axis} stroke-width={1.5} />
      )}
      <circle
        class="knob"
        cx={x(at)}
        cy={y}
        r={SIZE}
        fill={COLOUR.blue}
        stroke={COLOUR.ground}
        stroke-width={1.5}
      />
      {repeats > 1 && (
        <text x={x(at)} y={y - 11} text-anchor="middle" font-size={11}>
          ×{amount(repeats)}
        </text>
      )}
      {isSelected && grid.start !== undefined && (
        <text data-screen-only x={x(at)} y={y + 21} text-anchor="middle" font-size={11}>
          {moment(at, grid)}
        </text>
      )}
      <circle data-screen-only class="ring" cx={x(at)} cy={y} r={SIZE + 5} fill="none" />
    </g>
  );
}
