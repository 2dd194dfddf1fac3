import { NumberField } from '../around/number-field.tsx';
import { apply, isReadable, parsed } from '../state/workbench.ts';
import { setValue } from '../study/study-edit.ts';

/** The horizon and its grid. */
export function TimeFields() {
  const { time } = parsed.value.parts;
  if (!time) return null;
  const set = (field: 'horizon' | 'points') => (value: number | undefined) =>
    value !== undefined && apply((text) => ({ text: setValue(text, ['time', field], value) }));
  return (
    <div class="fields">
      <NumberField
        label="horizon"
        value={time.horizon}
        unit={time.unit ?? ''}
        disabled={!isReadable.value}
        onValue={set('horizon')}
      />
      <NumberField
        label="grid points"
        value={time.points}
        step={1}
        disabled={!isReadable.value}
        onValue={set('points')}
      />
    </div>
  );
}
