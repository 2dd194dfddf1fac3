import { StudyNumber } from '../elements/study-number.tsx';
import { setting, studyName, text } from '../state/workbench.ts';
import { problemsUnder, refusalText } from '../study/edit-problems.ts';
import { setValue } from '../study/study-edit.ts';

/** The horizon and its grid. */
export function TimeFields() {
  const { time } = setting.value;
  if (!time) return null;
  // Without a grid there is nothing to draw, and these fields would be gone.
  const at = (field: 'horizon' | 'points') => ({
    at: ['time', field],
    refusal: (value: number | undefined) =>
      refusalText(problemsUnder(studyName.value, setValue(text.value, ['time', field], value), ['time'])),
  });
  return (
    <div class="fields">
      <StudyNumber label="horizon" value={time.horizon} unit={time.unit ?? ''} {...at('horizon')} />
      <StudyNumber label="grid points" value={time.points} {...at('points')} />
    </div>
  );
}
