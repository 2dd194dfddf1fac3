import { targetWords } from '@sightline/answers';
import {
  exampleTarget,
  type NumberParameter,
  TARGETS,
  type TargetName,
  targetKindOf,
} from '@sightline/engine/internal';
import type { Study } from '@sightline/study';
import { newStudyText, USUAL_STUDY } from '@sightline/study/proposal';
import { useState } from 'preact/hooks';
import { Dialog } from '../elements/dialog.tsx';
import { NumberField } from '../elements/number-field.tsx';
import { SelectField } from '../elements/select-field.tsx';
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
  const { horizon, unit, target, memory } = given;
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
            onValue={(next) => setGiven((now) => ({ ...now, unit: next }))}
          />
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
              words: targetWords(targetKindOf(target).kind === kind ? target : exampleTarget(kind)),
            }))}
            onValue={(next) =>
              setGiven((now) => ({
                ...now,
                target: exampleTarget(KINDS.find(({ name }) => name === next)!),
              }))
            }
          />
          {levels.map(({ label, value, put }) => (
            <NumberField
              key={label}
              label={label}
              value={value}
              unit="SD"
              refusal={(next) =>
                refusalText(
                  problemsUnder(DEFAULT_NAME, newStudyText({ ...given, target: put(next!) }), ['target']),
                )
              }
              onValue={(next) => setGiven((now) => ({ ...now, target: put(next!) }))}
            />
          ))}
        </div>
        {levels.length > 0 && (
          <p class="muted">
            Levels are in standard deviations from the mean (SD). Under “Law and target” they can be had in a
            unit of your own.
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
            refusal={(value) =>
              Number.isInteger(value) && value! >= 1 && value! <= 40
                ? undefined
                : 'Accepted: a whole number from 1 to 40.'
            }
            onValue={(value) => setGiven((now) => ({ ...now, readings: value! }))}
          />
          <NumberField
            label="noise of a reading, as a variance"
            {...number('noise', ['protocols'])}
            note="0: exact; 1: as large as the quantity’s own variance"
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
