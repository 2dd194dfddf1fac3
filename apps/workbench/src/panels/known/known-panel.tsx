import { identifyLack, list, realisedNames } from '@sightline/study';
import { SelectField } from '../../elements/select-field.tsx';
import { apply, isReadable, parsed, scene } from '../../state/workbench.ts';
import { firstRealised } from '../../study/first-steps.ts';
import { setValue } from '../../study/study-edit.ts';
import { ask, type Panel, type Start } from '../frame/panel.ts';
import { alternativeStart, firstOf, lawStart } from '../frame/starts.ts';
import { identifyRequest } from './identify-request.ts';

/** Known?: whether the benchmark determines what the other protocols are worth. */
export const panel: Panel = {
  name: 'known',
  rank: 1,
  title: 'Known?',
  question: 'Does the benchmark of the protocol that was realised determine what the others are worth?',
  asks: [
    ask({
      command: 'identify',
      words: 'Is it known?',
      request: identifyRequest,
      lack: identifyLack,
      starts: () => firstOf(realisedStart, alternativeStart, lawStart),
      Controls: () => (
        <div class="fields">
          <Realised />
          <Assumed />
        </div>
      ),
      answered: async () => (await import('./known-answer.tsx')).knownAnswer,
    }),
  ],
};

function realisedStart(): Start[] {
  if (parsed.value.parts.realised !== undefined) return [];
  return (scene.value?.protocols ?? []).map(({ name }) => ({
    words: `${name} was realised`,
    edit: (text) => firstRealised(text, name),
  }));
}

function Realised() {
  const run = realisedNames(parsed.value.parts);
  const names = scene.value?.protocols.map(({ name }) => name) ?? [];
  // Several are written in the study itself; here one of them, or another, can be taken in their place.
  const several = run.length > 1 ? [{ name: run.join(), words: `${list(run)}, on different units` }] : [];
  return (
    <SelectField
      label="the protocol that was realised"
      value={[...several.map(({ name }) => name), ...names].find((name) => name === run.join())}
      options={[...several, ...names.map((name) => ({ name, words: name }))]}
      disabled={!isReadable.value || names.length === 0}
      onValue={(name) =>
        names.includes(name) && apply((text) => ({ text: setValue(text, ['realised'], name) }))
      }
    />
  );
}

const ASSUMED = [
  { name: 'any', words: 'nothing: any correlations over time' },
  { name: 'stationary', words: 'that they are stationary' },
] as const;

function Assumed() {
  const { assume = 'any' } = parsed.value.parts;
  return (
    <SelectField
      label="what is assumed of trajectories"
      value={assume}
      options={ASSUMED}
      disabled={!isReadable.value}
      onValue={(next) => apply((text) => ({ text: setValue(text, ['assume'], next) }))}
    />
  );
}
