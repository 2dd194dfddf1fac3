import { targetWords } from '@sightline/answers';
import { NumberField } from '../../elements/number-field.tsx';
import { apply, isReadable, parsed } from '../../state/workbench.ts';
import { setRule } from '../../study/edit-choice.ts';
import { setValue } from '../../study/study-edit.ts';

/** Where one choice is to serve several targets: what each counts, and how they become one. */
export function ChoiceTargets() {
  const { targets = [], combine = 'mean' } = parsed.value.parts.choose ?? {};
  if (targets.length < 2) return null;
  return (
    <fieldset class="group">
      <legend>Targets of the choice</legend>
      <div class="fields">
        <div class="field">
          <label for="combine">what is made as large as possible</label>
          <select
            id="combine"
            value={combine}
            disabled={!isReadable.value}
            onChange={(event) => {
              const next = event.currentTarget.value as 'mean' | 'worst';
              apply((text) => setRule(text, 'combine', next));
            }}
          >
            <option value="mean">the weighted mean of the values</option>
            <option value="worst">the least of the values</option>
          </select>
        </div>
        {combine === 'mean' &&
          targets.map(({ target, weight }, i) => (
            <NumberField
              key={JSON.stringify(target)}
              label={`weight of ${targetWords(target)}`}
              value={weight}
              empty="1"
              disabled={!isReadable.value}
              onValue={(value) =>
                value !== undefined &&
                apply((text) => ({ text: setValue(text, ['choose', 'targets', i, 'weight'], value) }))
              }
            />
          ))}
      </div>
      {combine === 'worst' && (
        <p class="muted">{targets.map(({ target }) => targetWords(target)).join('; ')}</p>
      )}
    </fieldset>
  );
}
