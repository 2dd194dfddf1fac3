import type { GridResult } from '@sightline/study';
import type { ComponentChildren } from 'preact';
import { CommandLine } from '../around/command-line.tsx';
import { Problems } from '../around/problems.tsx';
import type { Panel } from '../state/panels.ts';
import { text } from '../state/workbench.ts';
import type { Question } from '../work/question.ts';

interface PanelFrameProps<Result> {
  panel: Panel<Result>;
  /** What the button asks. */
  ask: string;
  question: Question;
  /** Why it cannot be asked yet. */
  blocked?: string | undefined;
  children(result: Result, complete: boolean): ComponentChildren;
}

/** What every panel has: the question's button, progress and cancel, and the answer in whichever way it ended. */
export function PanelFrame<Result extends GridResult>(props: PanelFrameProps<Result>) {
  const { panel, ask, question, blocked, children } = props;
  const asked = panel.asked.value;
  const running = asked.state === 'running';
  const earlier = asked.state !== 'not asked' && !running && panel.of.value !== text.value;
  return (
    <div class="panel-frame">
      <div class="buttons">
        <button
          type="button"
          class="main"
          disabled={running || blocked !== undefined}
          onClick={() => panel.ask(question)}
        >
          {ask}
        </button>
        {running && (
          <button type="button" onClick={() => panel.cancel()}>
            Cancel
          </button>
        )}
        <CommandLine question={question} />
      </div>
      {blocked !== undefined && <p class="muted">{blocked}</p>}
      <div aria-live="polite" aria-busy={running}>
        {running && (
          <p class="progress">
            <progress {...(asked.progress.share === undefined ? {} : { value: asked.progress.share })} />{' '}
            {asked.progress.words}
          </p>
        )}
        {earlier && (
          <p class="notice">
            The study was changed since this was asked: ask again for an answer about it as it is.
          </p>
        )}
        {asked.state === 'cancelled' && (
          <p class="notice">Cancelled{asked.partial ? '; what was known by then stands below.' : '.'}</p>
        )}
        {asked.state === 'undecided' && <p class="notice">Numerically undecided: {asked.message}</p>}
        {asked.state === 'fault' && (
          <p class="notice">A fault of the program, not of your input: {asked.message}</p>
        )}
        {asked.state === 'problems' && <Problems problems={asked.problems} />}
      </div>
      {asked.state === 'answered' && (
        <div class={earlier ? 'stale' : undefined}>
          {children(asked.result, true)}
          <Remarks result={asked.result} />
        </div>
      )}
      {(asked.state === 'running' || asked.state === 'cancelled') &&
        asked.partial &&
        children(asked.partial, false)}
    </div>
  );
}

/** What was changed in the input before it was used, and what a reader should know about the answer. */
export function Remarks({ result: { warnings, repairs } }: { result: GridResult }) {
  if (warnings.length + repairs.length === 0) return null;
  return (
    <ul class="remarks">
      {repairs.map(({ what }) => (
        <li key={what}>Repaired: {what}.</li>
      ))}
      {warnings.map(({ what }) => (
        <li key={what}>Note: {what}.</li>
      ))}
    </ul>
  );
}
