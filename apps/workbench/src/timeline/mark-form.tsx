import { NumberField } from '../around/number-field.tsx';
import { apply, isCurrent, said, scene, selected, selectedMark } from '../state/workbench.ts';
import {
  addMark,
  moveMark,
  removeMark,
  type SharedField,
  setShared,
  splitMark,
} from '../study/edit-marks.ts';
import type { Mark } from '../study/marks.ts';
import { readsText } from './reads-text.ts';

/** The selected mark's numbers as fields. */
export function MarkForm() {
  const mark = selectedMark.value;
  const shown = scene.value;
  if (!mark || !shown)
    return (
      <p class="muted hint">
        Select a mark to change it: drag it, or use the arrow keys (Shift for ten steps), Home, End and
        Delete. A double click on a row adds a reading.
      </p>
    );
  const { grid } = shown;
  const { unit } = grid;
  const { protocol, written, together } = mark;
  const shared = (field: SharedField) => (value: number | undefined) => {
    apply((text) => setShared(text, mark, field, value));
  };
  const disabled = !isCurrent.value;
  return (
    <form
      class="mark-form"
      onSubmit={(event) => event.preventDefault()}
      aria-label={`Selected mark of ${protocol}`}
    >
      <p class="mark-title">
        <strong>{protocol}</strong> {readsText(mark.action, grid)}
      </p>
      <div class="fields">
        <NumberField
          label="at"
          value={mark.action.at}
          unit={unit}
          disabled={disabled}
          onValue={(at) => at !== undefined && apply((text) => moveMark(text, mark, at))}
        />
        <NumberField
          label="width"
          value={asNumber(mark, 'width')}
          empty={said0(mark, 'width', '0')}
          unit={unit}
          disabled={disabled}
          onValue={shared('width')}
        />
        <NumberField
          label="repeats"
          value={asNumber(mark, 'repeats')}
          empty="1"
          step={1}
          disabled={disabled}
          onValue={shared('repeats')}
        />
        <NumberField
          label="noise"
          value={asNumber(mark, 'noise')}
          empty={said0(mark, 'noise', '0')}
          disabled={disabled}
          onValue={shared('noise')}
        />
        <NumberField
          label="cost"
          value={asNumber(mark, 'cost')}
          empty={said0(mark, 'cost', '1')}
          disabled={disabled}
          onValue={shared('cost')}
        />
      </div>
      {together > 1 && (
        <p class="muted">
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
      )}
      <div class="buttons">
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
    </form>
  );
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
