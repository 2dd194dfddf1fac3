import { signal } from '@preact/signals';
import { lackOfDenseData, planLack } from '@sightline/study';
import { fetched } from '../../elements/fetched.tsx';
import { NumberField } from '../../elements/number-field.tsx';
import { computedResults } from '../../state/computed-results.ts';
import { into } from '../../state/into.ts';
import { longQuestion } from '../../state/long-questions.ts';
import { waitingData } from '../../state/waiting-data.ts';
import { parsed } from '../../state/workbench.ts';
import { ask, type Panel, type Start } from '../frame/panel.ts';
import { alternativeStart } from '../frame/starts.ts';

/** Fetched when the panel is opened. */
const DenseData = fetched<object>('The data', async () => (await import('./dense-data.tsx')).DenseData);

/** The difference in value that matters; undefined for that of the two best. A question, not a part of the study. */
const gap = signal<number | undefined>(undefined);

/** Told apart?: the value of each protocol, estimated from densely observed units, and how many units it would take. */
export const panel: Panel = {
  name: 'told-apart',
  rank: 2,
  title: 'Told apart?',
  question: 'Can densely observed units tell these protocols apart?',
  asks: [
    ask({
      command: 'calibrate',
      words: 'Can they be told apart?',
      request: () => ({}),
      lack: lackOfDenseData,
      starts,
      isBeingGiven: () => waitingData.value !== undefined,
      Controls: DenseData,
      // What the law of the study says is held against the data.
      beside: () => (longQuestion('calibrate').earlier.value ? undefined : computedResults().value),
      actions: ({ draws }, { complete }, section) =>
        !complete &&
        section === undefined && (
          <p class="muted">The estimates are final; intervals come from the first {draws} draws only.</p>
        ),
    }),
    ask({
      command: 'plan',
      heading: 'How many units?',
      offered: () => parsed.value.parts.calibration !== undefined,
      words: 'How many units would it take?',
      request: () => (gap.value === undefined ? {} : { gap: gap.value }),
      lack: planLack,
      blocked: () =>
        gap.value !== undefined && !(gap.value > 0 && gap.value < 1)
          ? `A difference in value of ${gap.value} is not possible. Accepted: a number above 0 and below 1.`
          : undefined,
      starts,
      Controls: Difference,
      answered: async () => (await import('./units-answer.tsx')).unitsAnswer(into(gap)),
    }),
  ],
};

/** Data cannot be made up; something to compare can. */
function starts(): Start[] {
  return parsed.value.parts.calibration ? alternativeStart() : [];
}

function Difference() {
  return (
    <div class="fields">
      <NumberField
        label="difference in value that matters"
        value={gap.value}
        empty="of the two best"
        onValue={into(gap)}
      />
    </div>
  );
}
