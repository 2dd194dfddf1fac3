import { WORLDS_WRITTEN } from '@sightline/study';
import { longQuestions } from '../../state/long-questions.ts';
import { apply, isReadable, parsed, scene } from '../../state/workbench.ts';
import { firstRealised } from '../../study/first-steps.ts';
import { setValue } from '../../study/study-edit.ts';
import { ask, type Panel, type Start } from '../frame/panel.ts';
import { alternativeStart, firstOf, lawStart } from '../frame/starts.ts';
import { Verdicts } from './verdicts.tsx';

/** Known?: whether the benchmark determines what the other protocols are worth. */
export const panel: Panel = {
  name: 'known',
  title: 'Known?',
  question: 'Does the benchmark of the protocol that was realised determine what the others are worth?',
  asks: [
    ask({
      command: 'identify',
      words: 'Is it known?',
      request,
      starts: () => firstOf(realisedStart, alternativeStart, lawStart),
      Controls: () => (
        <div class="fields">
          <Realised />
          <Assumed />
        </div>
      ),
      shown: (result, showing) => (
        <Verdicts
          result={result}
          showing={showing}
          onMeasured={() => longQuestions.identify.ask({ command: 'identify', request: request() })}
        />
      ),
    }),
  ],
};

/** With the worlds on every grid: they are drawn. */
function request() {
  const { benchmark, time } = parsed.value.parts;
  const large = (time?.points ?? 0) > WORLDS_WRITTEN;
  return { ...(large && { worlds: true }), ...(benchmark && { resamples: 200 }) };
}

function realisedStart(): Start[] {
  if (parsed.value.parts.realised !== undefined) return [];
  return (scene.value?.protocols ?? []).map(({ name }) => ({
    words: `${name} was realised`,
    edit: (text) => firstRealised(text, name),
  }));
}

function Realised() {
  const { realised } = parsed.value.parts;
  const names = scene.value?.protocols.map(({ name }) => name) ?? [];
  const isNamed = realised !== undefined && names.includes(realised);
  return (
    <div class="field">
      <label for="realised">the protocol that was realised</label>
      <select
        id="realised"
        value={isNamed ? realised : ''}
        disabled={!isReadable.value || names.length === 0}
        onChange={(event) => {
          const name = event.currentTarget.value;
          if (name !== '') apply((text) => ({ text: setValue(text, ['realised'], name) }));
        }}
      >
        {!isNamed && <option value="">choose one</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function Assumed() {
  const { assume = 'any' } = parsed.value.parts;
  return (
    <div class="field">
      <label for="assume">what is assumed of trajectories</label>
      <select
        id="assume"
        value={assume}
        disabled={!isReadable.value}
        onChange={(event) => {
          const next = event.currentTarget.value;
          apply((text) => ({ text: setValue(text, ['assume'], next) }));
        }}
      >
        <option value="any">nothing: any correlations over time</option>
        <option value="stationary">that they are stationary</option>
      </select>
    </div>
  );
}
