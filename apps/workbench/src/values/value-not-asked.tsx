import { openTab, type TabName } from '../state/open-tab.ts';
import { values } from '../state/values.ts';

const QUESTIONS: Record<'calibrate' | 'identify', { tab: TabName; words: string }> = {
  calibrate: { tab: 'told-apart', words: 'Told apart?' },
  identify: { tab: 'known', words: 'Known?' },
};

/** A study may be fine and have no values: what it has in their place. */
export function ValueNotAsked() {
  const { notAsked } = values.value;
  if (!notAsked) return null;
  return (
    <p class="notice" data-not-asked>
      Not asked here: {notAsked.why}. Ask{' '}
      {notAsked.instead.map((step, i) => (
        <span key={step}>
          {i > 0 && ' or '}
          <button
            type="button"
            class="quiet"
            onClick={() => {
              const { tab } = QUESTIONS[step];
              openTab.value = tab;
              document.getElementById(`tab-${tab}`)?.focus();
            }}
          >
            {QUESTIONS[step].words}
          </button>
        </span>
      ))}{' '}
      instead.
    </p>
  );
}
