import { problems } from '../state/values.ts';
import { apply, isReadable } from '../state/workbench.ts';
import type { Edited } from '../study/edit-marks.ts';
import { refusalText } from '../study/edit-problems.ts';
import { type Path, setValue } from '../study/study-edit.ts';
import { NumberField } from './number-field.tsx';

interface StudyNumberProps {
  label: string;
  value: number | undefined;
  /** Where it stands in the study; or the edit that writes it, undefined for an empty field. */
  at: Path | ((text: string, value: number | undefined) => Edited);
  /** Where it stands, where an edit writes it: what is wrong there is said at the field. */
  path?: Path;
  empty?: string;
  unit?: string;
  refusal?(value: number | undefined): string | undefined;
}

/** A number of the study: what is typed is written there, as soon as the study can be edited, with what is wrong with it. */
export function StudyNumber({ at, path, ...rest }: StudyNumberProps) {
  const edit = typeof at === 'function' ? at : undefined;
  const place = JSON.stringify(path ?? (edit ? undefined : at));
  const wrong = problems.value.filter((problem) => JSON.stringify(problem.path) === place);
  return (
    <NumberField
      {...rest}
      disabled={!isReadable.value}
      wrong={refusalText(wrong)}
      onValue={(value) => {
        if (edit) apply((text) => edit(text, value));
        else if (value !== undefined) apply((text) => ({ text: setValue(text, at as Path, value) }));
      }}
    />
  );
}
