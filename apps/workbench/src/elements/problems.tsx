import { problemsText } from '@sightline/answers';
import type { LocatedProblem } from '@sightline/study';
import { ownName, studyName } from '../state/workbench.ts';

/** What is wrong with the input, in the words of the command line, with the lines to go to. */
export function Problems({ problems }: { problems: readonly LocatedProblem[] }) {
  const [opened, own] = [studyName.value, ownName.value];
  return (
    <div class="problems">
      <pre>{problemsText(problems)}</pre>
      {own !== opened && problems.some(({ file }) => file === opened) && (
        <p class="muted">
          The example {opened} was changed on this page: these are the lines of {own}, the file that “Save
          study” saves.
        </p>
      )}
    </div>
  );
}
