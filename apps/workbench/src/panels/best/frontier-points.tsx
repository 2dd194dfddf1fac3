import { actionsWords, inTime } from '@sightline/answers';
import { type FrontierPicture, frontierPicture, frontierPlace } from '@sightline/answers/pictures';
import type { TimeGrid } from '@sightline/engine/internal';
import type { DesignResult, FrontierResult } from '@sightline/study';
import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Amount, amount, fixedText, Shown } from '../../elements/shown-number.tsx';
import { isReadable } from '../../state/workbench.ts';
import { onTimeline } from './put-on-timeline.tsx';

interface FrontierPointsProps {
  picture: FrontierPicture;
  points: readonly FrontierResult[];
  places: DesignResult['places'];
  grid: Pick<TimeGrid, 'horizon' | 'unit' | 'start'>;
  /** Which of the points is looked at first. */
  first: number;
  /** Whether the catalogue is still the one that was chosen from. */
  usable: boolean;
  width: number;
}

/** The frontier with points that can be gone through: a click, or Enter, puts one of them on the timeline. */
export function FrontierPoints(props: FrontierPointsProps) {
  const { points, places, grid, first, usable, width } = props;
  const [looked, setLooked] = useState<number | undefined>(undefined);
  if (points.length === 0) return null;
  const within = (k: number) => Math.min(points.length - 1, Math.max(0, k));
  const at = within(looked ?? first);
  const picture = { ...props.picture, width };
  const { x, y } = frontierPlace(picture);
  const { cost, value, lowerBound, actions, certified } = points[at]!;
  const before = points[at - 1];
  const disabled = !isReadable.value || !usable;
  const take = (k: number) => !disabled && onTimeline(points[k]!.actions, `cost ${amount(points[k]!.cost)}`);
  const nearest = (event: TargetedPointerEvent<HTMLDivElement> | MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    const distance = (one: FrontierResult) => {
      const [dx, dy] = [x(one.cost) - px, (y(one.value) - py) / 3];
      return dx * dx + dy * dy;
    };
    return points.reduce((best, one, k) => (distance(one) < distance(points[best]!) ? k : best), 0);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const ways: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      Home: 0,
      End: points.length - 1,
    };
    if (event.key === 'Enter' || event.key === ' ') take(at);
    else if (ways[event.key] === undefined) return;
    else setLooked(within(ways[event.key]!));
    event.preventDefault();
  };
  const when = actionsWords(inTime(actions.map((action) => places[action]!)), grid);
  return (
    <div class="along-frontier">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what the pointer does here, the slider inside does by keys */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
      <div
        class="on-curve pointing"
        onPointerMove={(event) => setLooked(nearest(event))}
        onClick={(event) => {
          const k = nearest(event);
          setLooked(k);
          // A finger covers several points: it looks first, and takes by the button.
          if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') take(k);
        }}
      >
        {/* Our own SVG, in which every text of a study is escaped. */}
        <div dangerouslySetInnerHTML={{ __html: frontierPicture(picture) }} />
        <div
          class="handle"
          role="slider"
          tabIndex={0}
          aria-label="what it may cost"
          aria-valuemin={0}
          aria-valuemax={points.length - 1}
          aria-valuenow={at}
          aria-valuetext={`cost ${amount(cost)}: value ${fixedText(value, 3)}, ${when}. Enter puts it on the timeline`}
          style={{ left: `${x(cost)}px`, top: `${y(value)}px` }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p>
        For <Amount value={cost} />, the best choice {certified ? 'is' : 'that was found is'} worth{' '}
        <strong>
          <Shown value={value} lowerBound={lowerBound} digits={3} />
        </strong>
        {before &&
          `, ${amount(Number((value - before.value).toPrecision(2)))} more than for ${amount(before.cost)}`}
        : {actions.length === 1 ? 'one action' : `${actions.length} actions`}, {when}.{' '}
        <button type="button" class="quiet" disabled={disabled} onClick={() => take(at)}>
          Put this one on the timeline
        </button>
      </p>
    </div>
  );
}
