import { NumberField } from '../elements/number-field.tsx';
import { values } from '../state/values.ts';
import {
  apply,
  isCurrent,
  said,
  scene,
  selected,
  selectedMark,
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
import { readsText } from './reads-text.ts';

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
  const shared = (name: SharedField) => field((now, value) => setShared(now, mark, name, value));
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
          unit={unit}
          disabled={disabled}
          {...field((now, at) => moveMark(now, mark, at!))}
        />
        <NumberField
          label="width"
          value={asNumber(mark, 'width')}
          empty={said0(mark, 'width', '0')}
          unit={unit}
          disabled={disabled}
          {...shared('width')}
        />
        <NumberField
          label="repeats"
          value={asNumber(mark, 'repeats')}
          empty="1"
          disabled={disabled}
          {...shared('repeats')}
        />
        <NumberField
          label="noise"
          value={asNumber(mark, 'noise')}
          empty={said0(mark, 'noise', '0')}
          disabled={disabled}
          note={noiseless(mark)}
          {...shared('noise')}
        />
        <NumberField
          label="cost"
          value={asNumber(mark, 'cost')}
          empty={said0(mark, 'cost', '1')}
          disabled={disabled}
          {...shared('cost')}
        />
      </div>
      <Overhang mark={mark} />
      {together > 1 ? (
        <p class="muted hint">
          One entry of the study stands for {together} readings
          {written.at !== mark.action.at ? '' : ' of several widths'}: width, repeats, noise and cost are
          theirs together.{' '}
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
          Drag a mark, or use the arrow keys (Shift for ten steps), Home, End and Delete. A double click on a
          row adds a reading.
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

/** What the commands say of a window that is not wholly inside the horizon. */
function Overhang({ mark: { protocol, action } }: { mark: Mark }) {
  if (!action.overhangs) return null;
  const marks = scene.value?.protocols.find(({ name }) => name === protocol)?.marks ?? [];
  const begins = `${protocol}, action ${marks.findIndex((mark) => mark.action === action)}: `;
  const warning = values.value.result?.warnings.find(
    ({ kind, what }) => kind === 'overhang' && what.startsWith(begins),
  );
  return warning ? <p class="notice">Note: {warning.what.slice(begins.length)}.</p> : null;
}

/** A field that is a list or a rule has no single number. */
function asNumber({ written }: Mark, field: SharedField): number | undefined {
  const value = written[field];
  return typeof value === 'number' ? value : undefined;
}

/** What stands in an empty field: the default, or that the study gives a rule. */
function said0({ written }: Mark, field: SharedField, otherwise: string): string {
  return typeof written[field] === 'object' ? 'as in the text' : otherwise;
}

/** A tenth of the horizon later, or earlier where that is beyond its end. */
function besideTime({ action: { at } }: Mark, horizon: number): number {
  const later = at + horizon / 10;
  return Number((later <= horizon ? later : at - horizon / 10).toPrecision(6));
}

function remove(mark: Mark): void {
  if (apply((text) => removeMark(text, mark))) selected.value = undefined;
  else said.value = `This is the last reading of ${mark.protocol}: a protocol has at least one.`;
}
