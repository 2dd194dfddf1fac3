import { WORLDS_WRITTEN } from '@sightline/study';
import { panels } from '../../state/panels.ts';
import { apply, isReadable, parsed, scene } from '../../state/workbench.ts';
import { setValue } from '../../study/study-edit.ts';
import type { Question } from '../../work/question.ts';
import { Missing } from '../frame/missing.tsx';
import { PanelFrame } from '../frame/panel-frame.tsx';
import { Verdicts } from './verdicts.tsx';

/** Known?: whether the benchmark determines what the other protocols are worth. */
export function Known() {
  const question = knownQuestion();
  return (
    <>
      <p class="question">
        Does the benchmark of the protocol that was realised determine what the others are worth?
      </p>
      <div class="fields">
        <Realised />
        <Assumed />
      </div>
      <Missing command="identify" />
      <PanelFrame panel={panels.identify} ask="Is it known?" question={question}>
        {(result, showing) => (
          <Verdicts
            result={result}
            showing={showing}
            onMeasured={() => panels.identify.ask(knownQuestion())}
          />
        )}
      </PanelFrame>
    </>
  );
}

/** With the worlds on every grid: they are drawn. */
function knownQuestion(): Question & { command: 'identify' } {
  const { benchmark, time } = parsed.value.parts;
  const large = (time?.points ?? 0) > WORLDS_WRITTEN;
  return {
    command: 'identify',
    request: { ...(large && { worlds: true }), ...(benchmark && { resamples: 200 }) },
  };
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
