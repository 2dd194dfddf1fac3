import { targetWords } from '@sightline/answers';
import { lawKind } from '@sightline/study';
import { SelectField } from '../../elements/select-field.tsx';
import { StudyNumber } from '../../elements/study-number.tsx';
import { apply, isReadable, parsed } from '../../state/workbench.ts';
import { setRule } from '../../study/edit-choice.ts';

const COMBINED = [
  { name: 'mean', words: 'the weighted mean of the values' },
  { name: 'worst', words: 'the least of the values' },
] as const;

/** Where one choice is to serve several targets: what each counts, and how they become one. */
export function ChoiceTargets() {
  const { targets = [], combine = 'mean' } = parsed.value.parts.choose ?? {};
  if (targets.length < 2) return null;
  const { parts } = parsed.value;
  const inData = lawKind({ intended: parts, parts }).unit === 'data';
  const named = (target: (typeof targets)[number]['target']) => targetWords(target, inData, parts.words);
  return (
    <fieldset class="group">
      <legend>Targets of the choice</legend>
      <div class="fields">
        <SelectField
          label="what is made as large as possible"
          value={combine}
          options={COMBINED}
          disabled={!isReadable.value}
          onValue={(next) => apply((text) => setRule(text, 'combine', next))}
        />
        {combine === 'mean' &&
          targets.map(({ target, weight }, i) => (
            <StudyNumber
              key={JSON.stringify(target)}
              label={`weight of ${named(target)}`}
              value={weight}
              empty="1"
              at={['choose', 'targets', i, 'weight']}
            />
          ))}
      </div>
      {combine === 'worst' && <p class="muted">{targets.map(({ target }) => named(target)).join('; ')}</p>}
    </fieldset>
  );
}
