import {
  exampleTarget,
  type NumberParameter,
  TARGETS,
  type TargetName,
  targetFunction,
  targetKindOf,
} from '@sightline/engine/internal';
import type { Study } from '@sightline/study';
import { StudyNumber } from '../elements/study-number.tsx';
import { apply, grid, isReadable, setting } from '../state/workbench.ts';
import type { Edited } from '../study/edit-marks.ts';
import { removeValue, setValue } from '../study/study-edit.ts';
import { unitOfLevels } from '../study/unit-of-levels.ts';
import { type Choice, PictureChoice } from './picture-choice.tsx';

type Target = Study['target'];

/** What is to be known: the function of the latent value that is averaged, and how the times count. */
export function TargetPicker() {
  const { target, weights, latent } = setting.value;
  const deviations = unitOfLevels(setting.value);
  const chosen = target && targetKindOf(target);
  const { unit = '' } = grid.value ?? {};
  const choices = TARGETS.map((kind): Choice<TargetName> => {
    const spec = kind === chosen?.kind ? target! : exampleTarget(kind);
    const isInData = kind === chosen?.kind && deviations !== 'SD';
    // Levels in the unit of the data lie beyond a picture in standard deviations: it is then that of the kind.
    const curve = isInData ? inDataCurve(spec, latent) : curveOf(spec);
    return { name: kind.name, words: kind.title, curve: curve ?? curveOf(exampleTarget(kind)) };
  });
  const recency = typeof weights === 'object' && 'recency' in weights ? weights.recency : undefined;
  return (
    <div>
      <PictureChoice
        legend="Target: what a moment counts"
        choices={choices}
        chosen={chosen?.kind.name as TargetName | undefined}
        disabled={!isReadable.value}
        onChoose={(next) =>
          apply((text) => ({ text: withExample(text, TARGETS.find(({ name }) => name === next)!, latent) }))
        }
      />
      <div class="fields">
        {chosen &&
          numbersOf(chosen).map(({ label, value, inDeviations, path }) => (
            <StudyNumber
              key={path.join('.')}
              label={label}
              value={value}
              unit={inDeviations ? deviations : ''}
              at={['target', ...path]}
            />
          ))}
        {chosen?.kind.parameter.type === 'numbers' && (
          <p class="muted">The {chosen.kind.parameter.items} are in the text of the study.</p>
        )}
        {Array.isArray(weights) ? (
          <p class="muted">The weights of the times are a list in the text of the study.</p>
        ) : (
          <StudyNumber
            label="recency of weights"
            value={recency}
            empty="uniform"
            unit={unit}
            at={setRecency}
            path={['weights', 'recency']}
          />
        )}
      </div>
    </div>
  );
}

/** Another target begins with its usual levels; where the law is in the unit of the data, so are they. */
function withExample(
  text: string,
  kind: (typeof TARGETS)[number],
  { mean, sd, transform }: Partial<Study>['latent'] = {},
): string {
  const example = exampleTarget(kind);
  const started = setValue(text, ['target'], example);
  if (typeof mean !== 'number' || typeof sd !== 'number' || transform) return started;
  return numbersOf(targetKindOf(example))
    .filter(({ inDeviations }) => inDeviations)
    .reduce(
      (now, { value, path }) =>
        setValue(now, ['target', ...path], Number((mean + sd * value).toPrecision(4))),
      started,
    );
}

/** Without one, all times count the same. */
function setRecency(text: string, recency: number | undefined): Edited {
  if (recency !== undefined) return { text: setValue(text, ['weights'], { recency }) };
  return { text: setting.value.weights === undefined ? text : removeValue(text, ['weights']) };
}

/** The numbers of a target, each with the place where it stands below it. */
function numbersOf({ kind: { name, parameter }, value }: ReturnType<typeof targetKindOf>) {
  const of = (own: NumberParameter, number: number, ...below: number[]) => ({
    label: below.length === 0 && own.unit === 'deviations' ? name : own.name,
    value: number,
    inDeviations: own.unit === 'deviations',
    path: [name, ...below],
  });
  if (parameter.type === 'number') return [of(parameter, value as number)];
  if (parameter.type !== 'range') return [];
  const [from, to] = value as readonly [number, number];
  return [of(parameter.ends[0], from, 0), of(parameter.ends[1], to, 1)];
}

const POINTS = 61;
const REACH = 3;

function inDataCurve(target: Target, { mean, sd, transform }: Partial<Study>['latent'] = {}) {
  const isOneLaw = typeof mean === 'number' && typeof sd === 'number' && !transform;
  return isOneLaw ? curveOf(target, mean, sd) : undefined;
}

function curveOf(target: Target, mean = 0, sd = 1): Choice<TargetName>['curve'] {
  const g = targetFunction(target);
  const values = Array.from({ length: POINTS }, (_, i) =>
    g(mean + sd * REACH * ((2 * i) / (POINTS - 1) - 1)),
  );
  const [low, high] = [Math.min(0, ...values), Math.max(...values)];
  return high > low && Number.isFinite(high - low) ? { values, span: [low, high] } : undefined;
}
