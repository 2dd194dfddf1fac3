import type { DesignResult } from '@sightline/study';
import { useState } from 'preact/hooks';
import { Amount, amount, Shown } from '../../elements/shown-number.tsx';
import { Slider } from '../../elements/slider.tsx';
import { isReadable } from '../../state/workbench.ts';
import { onTimeline } from './put-on-timeline.tsx';

export interface AlongFrontierProps {
  result: DesignResult;
  /** Whether the catalogue is still the one that was chosen from. */
  usable: boolean;
}

/** Goes along the best choices for each cost, and puts one of them on the timeline. */
export function AlongFrontier({ result: { frontier, best }, usable }: AlongFrontierProps) {
  const points = frontier ?? [];
  const own = points.findIndex(({ cost }) => cost === best.cost);
  const [chosen, setChosen] = useState(own);
  if (points.length < 2) return null;
  const at = Math.min(points.length - 1, Math.max(0, chosen));
  const { cost, value, lowerBound, actions } = points[at]!;
  const before = points[at - 1];
  return (
    <div class="along-frontier">
      <Slider
        label="what it may cost"
        min={0}
        max={points.length - 1}
        step={1}
        value={at}
        says={amount(cost)}
        onValue={setChosen}
      />
      <p>
        For <Amount value={cost} />, the best choice has {actions.length}{' '}
        {actions.length === 1 ? 'action' : 'actions'} and is worth{' '}
        <strong>
          <Shown value={value} lowerBound={lowerBound} digits={3} />
        </strong>
        {before && (
          <>
            ; for <Amount value={before.cost} /> it is{' '}
            <Shown value={before.value} lowerBound={before.lowerBound} digits={3} />
          </>
        )}
        .{' '}
        <button
          type="button"
          disabled={!isReadable.value || !usable}
          onClick={() => onTimeline(actions, `cost ${amount(cost)}`)}
        >
          Put this one on the timeline
        </button>
      </p>
    </div>
  );
}
