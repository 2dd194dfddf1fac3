import { signal } from '@preact/signals';
import { type DesignMethod, METHODS } from '@sightline/study';
import { parsed, scene } from '../../state/workbench.ts';
import { catalogueActions } from '../../study/catalogue-actions.ts';
import { firstChoice } from '../../study/first-steps.ts';
import { ask, type Panel, type Start } from '../frame/panel.ts';
import { catalogueStart, firstOf, lawStart } from '../frame/starts.ts';
import { ChoiceLimits } from './choice-limits.tsx';
import { ChoiceRules } from './choice-rules.tsx';
import { ChoiceTargets } from './choice-targets.tsx';
import { Chosen } from './chosen.tsx';

type Laws = 'given' | 'draws' | 'worlds';

/** How it is asked: not a part of the study. */
const method = signal<DesignMethod>('auto');
const laws = signal<Laws>('given');

/** Best?: which actions of the catalogue to take, and how far from the best that is. */
export const panel: Panel = {
  name: 'best',
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
          method: method.value,
          frontier: true,
          sensitivity: true,
          ...(under !== 'given' && { under }),
        };
      },
      starts: () => firstOf(catalogueStart, choiceStart, lawStart),
      Controls: () => (
        <>
          {parsed.value.parts.catalogue && (
            <>
              <ChoiceLimits />
              <ChoiceRules />
              <ChoiceTargets />
            </>
          )}
          <div class="fields">
            <Method />
            <JudgedUnder />
          </div>
        </>
      ),
      shown: (result, showing) => <Chosen result={result} showing={showing} />,
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

const METHOD_WORDS: Record<DesignMethod, string> = {
  auto: 'all choices if they are few, else with a bound',
  exhaustive: 'all choices',
  branch: 'branch and bound, until it is proved',
  heuristic: 'step by step with exchanges, nothing proved',
};

function Method() {
  return (
    <div class="field">
      <label for="method">how it is looked for</label>
      <select
        id="method"
        value={method.value}
        onChange={(event) => {
          method.value = event.currentTarget.value as DesignMethod;
        }}
      >
        {METHODS.map((one) => (
          <option key={one} value={one}>
            {one}: {METHOD_WORDS[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Laws other than the study's own need data to draw them from, or a benchmark that leaves them possible. */
function usableLaws(wanted: Laws): Laws {
  const { calibration, realised, choose } = parsed.value.parts;
  if ((choose?.targets?.length ?? 0) > 1) return 'given';
  if (wanted === 'draws') return calibration ? 'draws' : 'given';
  return wanted === 'worlds' && realised !== undefined ? 'worlds' : 'given';
}

function JudgedUnder() {
  const offered = (['given', 'draws', 'worlds'] as const).filter((one) => usableLaws(one) === one);
  if (offered.length === 1) return null;
  const words: Record<Laws, string> = {
    given: 'the study’s own law',
    draws: 'laws that the dense data could as well have come from',
    worlds: 'worlds that the benchmark cannot tell apart',
  };
  return (
    <div class="field">
      <label for="under">judged under</label>
      <select
        id="under"
        value={usableLaws(laws.value)}
        onChange={(event) => {
          laws.value = event.currentTarget.value as Laws;
        }}
      >
        {offered.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </select>
    </div>
  );
}
