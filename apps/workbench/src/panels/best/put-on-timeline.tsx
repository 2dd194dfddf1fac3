import type { DesignResult } from '@sightline/study';
import { Shown } from '../../elements/shown-number.tsx';
import { apply, isReadable, selected } from '../../state/workbench.ts';
import { protocolOfActions } from '../../study/edit-protocols.ts';

interface PutOnTimelineProps {
  result: DesignResult;
  /** Whether the catalogue is still the one that was chosen from. */
  usable: boolean;
}

/** The choice as a protocol of the study. A search that was ended early may not have come to what a simple rule takes. */
export function PutOnTimeline({ result: { best, comparators }, usable }: PutOnTimelineProps) {
  const other = Object.values(comparators).reduce((a, b) => (b.objective > a.objective ? b : a));
  const isBetter = !best.certified && other.objective > best.objective;
  const disabled = !isReadable.value || !usable;
  return (
    <>
      <p class="buttons">
        <button type="button" disabled={disabled} onClick={() => onTimeline(best.actions)}>
          Put on the timeline
        </button>
        {!usable && <span class="muted">The catalogue was changed since: ask again first.</span>}
      </p>
      {isBetter && (
        <p class="notice">
          One of the choices compared below is worth more, <Shown value={other.objective} digits={3} />: the
          search did not come to it.{' '}
          <button type="button" class="quiet" disabled={disabled} onClick={() => onTimeline(other.actions)}>
            Put that one on the timeline
          </button>
        </p>
      )}
    </>
  );
}

/** Actions of the catalogue as a protocol of the study. */
export function onTimeline(actions: readonly number[], name = 'best'): void {
  const made = apply((text) => protocolOfActions(text, name, actions));
  if (made) selected.value = undefined;
}
