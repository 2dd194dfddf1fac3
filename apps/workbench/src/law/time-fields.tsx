import { NumberField } from '../elements/number-field.tsx';
import { apply, isReadable, parsed, studyName, text } from '../state/workbench.ts';
import { problemsUnder, refusalText } from '../study/edit-problems.ts';
import { setValue } from '../study/study-edit.ts';

/** The horizon and its grid. */
export function TimeFields() {
  const { time } = parsed.value.parts;
  if (!time) return null;
  const set = (field: 'horizon' | 'points') => {
    const edit = (now: string, value: number | undefined) => setValue(now, ['time', field], value);
    return {
      // Without a grid there is nothing to draw, and these fields would be gone.
      refusal: (value: number | undefined) =>
        refusalText(problemsUnder(studyName.value, edit(text.value, value), ['time'])),
      onValue: (value: number | undefined) => {
        apply((now) => ({ text: edit(now, value) }));
      },
    };
  };
  return (
    <div class="fields">
      <NumberField
        label="horizon"
        value={time.horizon}
        unit={time.unit ?? ''}
        disabled={!isReadable.value}
        {...set('horizon')}
      />
      <NumberField label="grid points" value={time.points} disabled={!isReadable.value} {...set('points')} />
    </div>
  );
}
