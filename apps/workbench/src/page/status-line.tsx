import { boundMark, byName } from '@sightline/answers';
import { useEffect, useState } from 'preact/hooks';
import { isSettled, notAsked, values } from '../state/values.ts';
import { isCurrent, said, selected } from '../state/workbench.ts';

/** Values that change while a mark moves are read out when it rests. */
const REST = 600;

/** What happened, and how the values stand, for eyes and for screen readers. */
export function StatusLine() {
  const { result, problems, milliseconds } = values.value;
  const protocol = selected.value?.protocol;
  const worth = protocol === undefined ? undefined : byName(result?.protocols, protocol);
  const now =
    problems.length > 0
      ? `${problems.length} problem${problems.length === 1 ? '' : 's'} in the study${result ? '; the values are those before' : '; there are no values'}.`
      : worth && isSettled.value
        ? `${protocol}: value ${boundMark(worth)}${worth.value.toFixed(4)}, cost ${worth.cost}`
        : '';
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(now), REST);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <footer
      class={isCurrent.value || (notAsked.value && problems.length === 0) ? 'status' : 'status troubled'}
    >
      <span role="status">{said.value}</span>
      <span>
        <span role="status">{rested}</span>{' '}
        <span class="muted">
          values in{' '}
          <data id="latency" value={String(milliseconds)}>
            {Math.max(1, Math.round(milliseconds))}
          </data>{' '}
          ms
        </span>
      </span>
    </footer>
  );
}
