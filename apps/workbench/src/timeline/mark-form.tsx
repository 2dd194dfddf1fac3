import { clockText } from '@sightline/engine/internal';
import { overhangText } from '@sightline/study';
import { NumberField } from '../elements/number-field.tsx';
import { typedTime } from '../elements/typed-number.ts';
import {
  apply,
  isCurrent,
  said,
  scene,
  selected,
  selectedMark,
  setting,
  studyName,
  text,
} from '../state/workbench.ts';
import {
  addMark,
  type Edited,
  moveMark,
  removeMark,
  type SharedField,
  setShared,
  splitMark,
} from '../study/edit-marks.ts';
import { problemsUnder, refusalText } from '../study/edit-problems.ts';
import { entryPath, type Mark } from '../study/marks.ts';
import { unitOfNoise } from '../study/unit-of-levels.ts';
import { readsText } from './reads-text.ts';

/** What all actions of an entry share, and what an empty field stands for. */
const SHARED: readonly { name: SharedField; empty: string; ofTime?: true }[] = [
  { name: 'width', empty: '0', ofTime: true },
  { name: 'repeats', empty: '1' },
  { name: 'noise', empty: '0' },
  { name: 'cost', empty: '1' },
];

/** The selected mark's numbers as fields. */
export function MarkForm() {
  const mark = selectedMark.value;
  const shown = scene.value;
  if (!mark || !shown) return <p class="muted hint">There is no reading yet. Add a protocol below.</p>;
  const { grid } = shown;
  const { unit } = grid;
  const { protocol, written, together } = mark;
  /** A number is tried on the text first: one that the study would refuse never gets into it. */
  const field = (edit: (now: string, value: number | undefined) => Edited) => ({
    refusal: (value: number | undefined) =>
      refusalText(problemsUnder(studyName.value, edit(text.value, value).text, entryPath(mark))),
    onValue: (value: number | undefined) => {
      apply((now) => edit(now, value));
    },
  });
  const disabled = !isCurrent.value;
  return (
    <form
      class="mark-form"
      onSubmit={(event) => event.preventDefault()}
      aria-label={`Selected mark of ${protocol}`}
    >
      <div class="mark-head">
        <p class="mark-title">
          <strong>{protocol}</strong> {readsText(mark.action, grid)}
        </p>
        <button
          type="button"
          disabled={disabled}
          onClick={() => apply((text) => addMark(text, protocol, besideTime(mark, grid.horizon), mark.entry))}
        >
          Add one like it
        </button>
        <button type="button" disabled={disabled} onClick={() => remove(mark)}>
          Remove
        </button>
      </div>
      {/* Another mark's fields begin without what was typed for this one. */}
      <div class="fields" key={JSON.stringify([protocol, mark.entry ?? null, mark.time])}>
        <NumberField
          label="at"
          value={mark.action.at}
          {...(grid.start === undefined
            ? { unit }
            : { shown: clockText(mark.action.at, grid), read: (typed) => typedTime(typed, grid) })}
          disabled={disabled}
          {...field((now, at) => moveMark(now, mark, at!))}
        />
        {SHARED.map(({ name, empty, ofTime }) => (
          <NumberField
            key={name}
            label={name}
            value={asNumber(written[name])}
            // A list or a rule has no single number.
            empty={typeof written[name] === 'object' ? 'as in the text' : empty}
            unit={ofTime ? unit : name === 'noise' ? unitOfNoise(setting.value) : ''}
            disabled={disabled}
            note={name === 'noise' ? noiseless(mark) : undefined}
            {...field((now, value) => setShared(now, mark, name, value))}
          />
        ))}
      </div>
      {mark.action.overhangs && <p class="notice">Note: {overhangText(mark.action, grid)}.</p>}
      {together > 1 ? (
        <p class="muted hint">
          This entry stands for {together} readings: width, repeats, noise and cost are theirs together.{' '}
          <button
            type="button"
            class="quiet"
            disabled={disabled}
            onClick={() => apply((text) => splitMark(text, mark))}
          >
            Make this one its own entry
          </button>
        </p>
      ) : (
        <p class="muted hint">
          Drag a mark, or the edges of a window; a click on a row adds a reading.
          <span class="by-keys">
            {' '}
            Keys: arrows (Shift for ten steps), Home, End, + and − for repeats, Delete.
          </span>
        </p>
      )}
    </form>
  );
}

/** A study that says nothing of the noise has none: that is worth a word. */
const noiseless = ({ action, written }: Mark): string | undefined =>
  action.noise > 0
    ? undefined
    : `${written.noise === undefined ? 'Not said, so 0: ' : ''}read without error.`;

const asNumber = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** A tenth of the horizon later, or earlier where that is beyond its end. */
function besideTime({ action: { at } }: Mark, horizon: number): number {
  const later = at + horizon / 10;
  return Number((later <= horizon ? later : at - horizon / 10).toPrecision(6));
}

function remove(mark: Mark): void {
  if (apply((text) => removeMark(text, mark))) selected.value = undefined;
  else said.value = `This is the last reading of ${mark.protocol}: a protocol has at least one.`;
}
