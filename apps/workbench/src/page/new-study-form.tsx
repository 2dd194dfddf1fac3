import { targetWords } from '@sightline/answers';
import {
  exampleTarget,
  type NumberParameter,
  TARGETS,
  type TargetName,
  targetKindOf,
} from '@sightline/engine/internal';
import type { Study } from '@sightline/study';
import { type NewStudy, newStudyText, USUAL_STUDY } from '@sightline/study/proposal';
import { useState } from 'preact/hooks';
import { Dialog } from '../elements/dialog.tsx';
import { NumberField } from '../elements/number-field.tsx';
import { SelectField } from '../elements/select-field.tsx';
import { TextField } from '../elements/text-field.tsx';
import { DEFAULT_NAME, open } from '../state/workbench.ts';
import { problemsUnder, refusalText } from '../study/edit-problems.ts';
import type { Path } from '../study/study-edit.ts';

type Target = Study['target'];

const UNITS = [
  { name: 'min', words: 'minutes' },
  { name: 'h', words: 'hours' },
  { name: 'd', words: 'days' },
  { name: 'wk', words: 'weeks' },
] as const;

/** Four questions in plain words; the study that follows from them can be asked everything, and edited like any other. */
export function NewStudyForm({ onClose }: { onClose(): void }) {
  const [given, setGiven] = useState(USUAL_STUDY);
  const { horizon, unit, target, memory, scale } = given;
  /** A number is tried on the study that it would make. */
  const number = (name: 'horizon' | 'memory' | 'trait' | 'noise', under: Path) => ({
    value: given[name],
    refusal: (value: number | undefined) =>
      refusalText(problemsUnder(DEFAULT_NAME, newStudyText({ ...given, [name]: value! }), under)),
    onValue: (value: number | undefined) => setGiven((now) => ({ ...now, [name]: value! })),
  });
  const levels = levelsOf(target);
  const unitWords = UNITS.find(({ name }) => name === unit)!.words;
  const problems = problemsUnder(DEFAULT_NAME, newStudyText(given), []);
  return (
    <Dialog title="A new study" onClose={onClose}>
      <fieldset>
        <legend>1. How long is each unit watched?</legend>
        <p class="muted">A unit is a person, a shift, a night: whatever one outcome belongs to.</p>
        <div class="fields">
          <NumberField
            label="length"
            {...number('horizon', ['time'])}
            onValue={(value) =>
              // The memory stays the same share of the horizon.
              setGiven((now) => ({
                ...now,
                horizon: value!,
                memory: Number(((now.memory * value!) / now.horizon).toPrecision(3)),
              }))
            }
          />
          <SelectField
            label="counted in"
            value={unit}
            options={UNITS}
            onValue={(next) =>
              setGiven((now) => ({ ...now, unit: next, start: next === 'h' ? now.start : undefined }))
            }
          />
          {unit === 'h' && (
            <TextField
              label="begins at, by the clock"
              size={10}
              placeholder="such as 07:00"
              value={given.start ?? ''}
              onText={(start) => setGiven((now) => ({ ...now, start: start || undefined }))}
            />
          )}
        </div>
      </fieldset>
      <fieldset>
        <legend>2. What do you want to know of each?</legend>
        <div class="fields">
          <SelectField
            label="the outcome"
            value={targetKindOf(target).kind.name as TargetName}
            options={KINDS.map((kind) => ({
              name: kind.name as TargetName,
              words:
                targetKindOf(target).kind === kind
                  ? targetWords(target, scale !== undefined, scale?.value ? { value: scale.value } : {})
                  : targetWords(exampleTarget(kind)),
            }))}
            onValue={(next) =>
              setGiven(({ scale, ...now }) => {
                const chosen = {
                  ...inScale({ ...now, ...(scale && { scale }) }, undefined),
                  target: exampleTarget(KINDS.find(({ name }) => name === next)!),
                };
                return hasScale(chosen.target) ? inScale(chosen, scale) : chosen;
              })
            }
          />
          {hasScale(target) && (
            <SelectField
              label="measured in"
              value={scale ? 'own' : 'sd'}
              options={[
                { name: 'sd', words: 'standard deviations from its mean' },
                { name: 'own', words: 'a unit of its own, such as mmHg' },
              ]}
              onValue={(next) =>
                setGiven((now) => inScale(now, next === 'own' ? { mean: 100, sd: 15, value: '' } : undefined))
              }
            />
          )}
        </div>
        <div class="fields">
          {scale && (
            <>
              <TextField
                label="its unit"
                size={10}
                placeholder="such as mmHg"
                value={scale.value}
                onText={(value) => setGiven((now) => ({ ...now, scale: { ...scale, value } }))}
              />
              <NumberField
                label="its mean"
                value={scale.mean}
                unit={scale.value}
                onValue={(mean) => setGiven((now) => inScale(now, { ...scale, mean: mean! }))}
              />
              <NumberField
                label="its standard deviation"
                value={scale.sd}
                unit={scale.value}
                refusal={(sd) => (sd! > 0 ? undefined : 'Accepted: a number above 0.')}
                onValue={(sd) => setGiven((now) => inScale(now, { ...scale, sd: sd! }))}
              />
            </>
          )}
          {levels.map(({ label, value, put }) => (
            <NumberField
              key={label}
              label={label}
              value={value}
              unit={scale ? scale.value : 'SD'}
              refusal={(next) =>
                refusalText(
                  problemsUnder(DEFAULT_NAME, newStudyText({ ...given, target: put(next!) }), ['target']),
                )
              }
              onValue={(next) => setGiven((now) => ({ ...now, target: put(next!) }))}
            />
          ))}
        </div>
        {scale && (
          <p class="muted">
            Mean and standard deviation are those over all units and times. With another of them, level and
            noise stay as many standard deviations from the mean.
          </p>
        )}
      </fieldset>
      <fieldset>
        <legend>3. How does it vary?</legend>
        <div class="fields">
          <NumberField
            label={`a high value lasts about (${unitWords})`}
            {...number('memory', ['latent', 'kernel'])}
          />
          <NumberField
            label="share of the variance between units"
            {...number('trait', ['latent', 'trait'])}
            note="0: all units alike; near 1: each keeps its level"
          />
        </div>
      </fieldset>
      <fieldset>
        <legend>4. What is done today?</legend>
        <div class="fields">
          <NumberField
            label="readings of each unit"
            value={given.readings}
            refusal={refusedCount}
            onValue={(value) => setGiven((now) => ({ ...now, readings: value! }))}
          />
          <NumberField
            label="noise of a reading, as a variance"
            {...number('noise', ['protocols'])}
            {...(scale?.value && { unit: `${scale.value}²` })}
            note={`0: exact; ${scale ? digits(scale.sd * scale.sd) : 1}: as large as the quantity’s own variance`}
          />
          <NumberField
            label="readings that could be taken"
            value={given.possible}
            empty="twice as many"
            refusal={(value) => (value === undefined ? undefined : refusedCount(value))}
            onValue={(value) => setGiven((now) => ({ ...now, possible: value }))}
          />
        </div>
      </fieldset>
      <div class="buttons">
        <button
          type="button"
          class="main"
          disabled={problems.length > 0}
          onClick={() => {
            open(
              newStudyText(given),
              DEFAULT_NAME,
              new Map(),
              `Your study is open: readings every ${Number((horizon / given.readings).toPrecision(3))} ${unit} today, memory ${memory} ${unit}. Drag them; Undo goes back.`,
            );
            onClose();
          }}
        >
          Make the study
        </button>
        {problems.length > 0 && <p class="field-problem">{refusalText(problems)}</p>}
      </div>
    </Dialog>
  );
}

const refusedCount = (value: number | undefined) =>
  Number.isInteger(value) && value! >= 1 && value! <= 40
    ? undefined
    : 'Accepted: a whole number from 1 to 40.';

const digits = (value: number) => Number(value.toPrecision(4));

/** Whether a target can be had in the unit of the data: a distance from the mean, as all but levels, is for standardised laws. */
const hasScale = (target: Target) =>
  target === 'mean' || (levelsOf(target).length > 0 && targetKindOf(target).kind.name !== 'outside');

/** The same answers where the quantity is measured otherwise: levels and noise stay what they are of its standard deviation. */
function inScale(given: NewStudy, next: NewStudy['scale']): NewStudy {
  const { scale, ...rest } = given;
  const from = scale ?? { mean: 0, sd: 1 };
  const to = next ?? { mean: 0, sd: 1 };
  const level = (value: number) => digits(to.mean + ((value - from.mean) / from.sd) * to.sd);
  const target = levelsOf(given.target).reduce((made, _, i) => {
    const { value, put } = levelsOf(made)[i]!;
    return put(level(value));
  }, given.target);
  const share = to.sd / from.sd;
  return { ...rest, target, noise: digits(given.noise * share * share), ...(next && { scale: next }) };
}

/** Those with a few numbers. */
const KINDS = TARGETS.filter(({ parameter }) => parameter.type !== 'numbers');

/** The levels of a target, each with the target that another number would make. */
function levelsOf(target: Target) {
  const { kind, value } = targetKindOf(target);
  const { name, parameter } = kind;
  const isLevel = ({ unit }: NumberParameter) => unit === 'deviations';
  const made = (next: unknown) => ({ [name]: next }) as Target;
  if (parameter.type === 'number' && isLevel(parameter))
    return [{ label: 'level', value: value as number, put: made }];
  if (parameter.type !== 'range') return [];
  const ends = value as readonly [number, number];
  return ends.map((end, i) => ({
    label: i === 0 ? 'from' : 'to',
    value: end,
    put: (next: number) => made(ends.map((own, j) => (i === j ? next : own))),
  }));
}
