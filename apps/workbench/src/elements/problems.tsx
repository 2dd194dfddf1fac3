import { problemsText } from '@sightline/answers';
import type { LocatedProblem } from '@sightline/study';

/** What is wrong with the input, in the words of the command line, with the lines to go to. */
export function Problems({ problems }: { problems: readonly LocatedProblem[] }) {
  return (
    <div class="problems">
      <pre>{problemsText(problems)}</pre>
    </div>
  );
}
