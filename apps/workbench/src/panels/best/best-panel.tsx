import { signal } from '@preact/signals';
import type { DesignMethod } from '@sightline/engine/internal';
import { designLack } from '@sightline/study';
import { fetched } from '../../elements/fetched.tsx';
import { SelectField } from '../../elements/select-field.tsx';
import { into } from '../../state/into.ts';
import { methods } from '../../state/methods.ts';
import { parsed, scene } from '../../state/workbench.ts';
import { catalogueActions } from '../../study/catalogue-actions.ts';
import { firstChoice } from '../../study/first-steps.ts';
import { ask, type Panel, type Start } from '../frame/panel.ts';
import { catalogueStart, firstOf, lawStart } from '../frame/starts.ts';

type Laws = 'given' | 'draws' | 'worlds';

/** How it is asked: not a part of the study. */
const method = signal<DesignMethod>('auto');
const laws = signal<Laws>('given');

/** Fetched when the panel is opened. */
const ChoiceControls = fetched<object>(
  'What may be chosen',
  async () => (await import('./choice-controls.tsx')).ChoiceControls,
);

/** Best?: which actions of the catalogue to take, and how far from the best that is. */
export const panel: Panel = {
  name: 'best',
  rank: 3,
  title: 'Best?',
  question: 'Which actions of the catalogue are worth most?',
  asks: [
    ask({
      command: 'design',
      words: 'Find the best',
      stop: 'Stop',
      request: () => {
        const under = usableLaws(laws.value);
        return {
          ...(method.value !== 'auto' && { method: method.value }),
          frontier: true,
          sensitivity: true,
          ...(under !== 'given' && { under }),
        };
      },
      lack: designLack,
      starts: () => firstOf(catalogueStart, choiceStart, lawStart),
      Controls: () => (
        <>
          {parsed.value.parts.catalogue && <ChoiceControls />}
          <details class="rules">
            <summary>
              How it is looked for: {method.value}
              {usableLaws(laws.value) !== 'given' &&
                `, under ${LAWS.find(({ name }) => name === laws.value)!.words}`}
            </summary>
            <div class="fields">
              <Method />
              <JudgedUnder />
            </div>
          </details>
        </>
      ),
      answered: async () => (await import('./best-answer.tsx')).bestAnswer,
    }),
  ],
};

/** As many as the study's first protocol has, as far as the catalogue goes. */
function choiceStart(): Start[] {
  const { catalogue, choose } = parsed.value.parts;
  const shown = scene.value;
  if (!shown || choose) return [];
  const most = catalogueActions(catalogue, shown.grid)?.length ?? 1;
  const count = Math.max(1, Math.min(most, shown.protocols[0]?.marks.length ?? 4));
  return [{ words: `Choose exactly ${count}`, edit: (text) => firstChoice(text, count) }];
}

function Method() {
  return (
    <SelectField
      label="how it is looked for"
      value={method.value}
      options={methods.value.map(({ name, title }) => ({ name, words: `${name}: ${title}` }))}
      onValue={into(method)}
    />
  );
}

/** Laws other than the study's own need data to draw them from, or a benchmark that leaves them possible. */
function usableLaws(wanted: Laws): Laws {
  const { calibration, realised, choose } = parsed.value.parts;
  if ((choose?.targets?.length ?? 0) > 1) return 'given';
  if (wanted === 'draws') return calibration ? 'draws' : 'given';
  return wanted === 'worlds' && realised !== undefined ? 'worlds' : 'given';
}

const LAWS: readonly { name: Laws; words: string }[] = [
  { name: 'given', words: 'the study’s own law' },
  { name: 'draws', words: 'laws estimated from resampled units' },
  { name: 'worlds', words: 'worlds with the same benchmark' },
];

function JudgedUnder() {
  const offered = LAWS.filter(({ name }) => usableLaws(name) === name);
  if (offered.length === 1) return null;
  return (
    <SelectField label="judged under" value={usableLaws(laws.value)} options={offered} onValue={into(laws)} />
  );
}
