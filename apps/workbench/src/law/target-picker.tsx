import { estimandOf, type Study } from '@sightline/study';
import { NumberField } from '../elements/number-field.tsx';
import { apply, isReadable, parsed, scene } from '../state/workbench.ts';
import { removeValue, setValue } from '../study/study-edit.ts';
import { targetFunction } from '../study/target-function.ts';
import { type Choice, PictureChoice } from './picture-choice.tsx';

type Target = Study['target'];
type Kind = 'mean' | 'above' | 'outside' | 'logistic' | 'square' | 'hermite';

const BEGIN: Record<Kind, Target> = {
  mean: 'mean',
  above: { above: 1 },
  outside: { outside: 1 },
  logistic: { logistic: 2 },
  square: { square: true },
  hermite: { hermite: [1, 0.5] },
};
const WORDS: Record<Kind, string> = {
  mean: 'mean',
  above: 'time above',
  outside: 'time outside',
  logistic: 'logistic',
  square: 'mean square',
  hermite: 'Hermite series',
};

/** What is to be known: the function of the latent value that is averaged, and how the times count. */
export function TargetPicker() {
  const { target, weights, calibration } = parsed.value.parts;
  // The best-linear value knows no standard deviations: levels are in the unit of the data.
  const deviations = calibration && estimandOf(calibration) === 'linear' ? '' : 'SD';
  const kind = target === undefined ? undefined : kindOf(target);
  const disabled = !isReadable.value;
  const { unit = '' } = scene.value?.grid ?? {};
  const choices = (Object.keys(BEGIN) as Kind[]).map((name): Choice<Kind> => {
    const spec = name === kind ? target! : BEGIN[name];
    return { name, words: WORDS[name], curve: curveOf(spec) };
  });
  const level = typeof target === 'object' && kind !== 'square' && kind !== 'hermite' ? kind : undefined;
  const recency = typeof weights === 'object' && 'recency' in weights ? weights.recency : undefined;
  return (
    <div>
      <PictureChoice
        legend="Target: what a moment counts"
        choices={choices}
        chosen={kind}
        disabled={disabled}
        onChoose={(next) => apply((text) => ({ text: setValue(text, ['target'], BEGIN[next]) }))}
      />
      <div class="fields">
        {level && (
          <NumberField
            label={level === 'logistic' ? 'slope' : level}
            value={(target as Record<string, number>)[level]}
            unit={level === 'logistic' ? '' : deviations}
            disabled={disabled}
            onValue={(next) =>
              next !== undefined && apply((text) => ({ text: setValue(text, ['target', level], next) }))
            }
          />
        )}
        {kind === 'hermite' && <p class="muted">The coefficients are in the text of the study.</p>}
        {Array.isArray(weights) ? (
          <p class="muted">The weights of the times are a list in the text of the study.</p>
        ) : (
          <NumberField
            label="recency of weights"
            value={recency}
            empty="uniform"
            unit={unit}
            disabled={disabled}
            onValue={(next) =>
              apply((text) => ({
                text:
                  next !== undefined
                    ? setValue(text, ['weights'], { recency: next })
                    : weights === undefined
                      ? text
                      : removeValue(text, ['weights']),
              }))
            }
          />
        )}
      </div>
    </div>
  );
}

const kindOf = (target: Target): Kind =>
  typeof target === 'string' ? target : (Object.keys(target)[0] as Kind);

const POINTS = 61;
const REACH = 3;

function curveOf(target: Target): Choice<Kind>['curve'] {
  const g = targetFunction(target);
  const values = Array.from({ length: POINTS }, (_, i) => g(REACH * ((2 * i) / (POINTS - 1) - 1)));
  const [low, high] = [Math.min(0, ...values), Math.max(...values)];
  return high > low && Number.isFinite(high - low) ? { values, span: [low, high] } : undefined;
}
