import type { GridResult } from '@sightline/study';
import type { ComponentChildren } from 'preact';
import { Problems } from '../../elements/problems.tsx';
import type { About, Panel } from '../../state/panels.ts';
import { studyName, text } from '../../state/workbench.ts';
import { sameCatalogue } from '../../study/catalogue-actions.ts';
import type { Scene } from '../../study/scene.ts';
import type { Benchmark, LongCommand, Question } from '../../work/question.ts';
import { CommandLine } from './command-line.tsx';
import { lackOf } from './missing.tsx';

/** How an answer is to be shown. */
export interface Showing {
  /** Whether this is the whole answer, or what was there when it was stopped. */
  complete: boolean;
  benchmark: Benchmark | undefined;
  /** The study that was asked about, as it was drawn then. */
  scene: Scene | undefined;
  /** Whether numbers of the catalogue still mean what they meant when it was asked. */
  usable: boolean;
}

interface PanelFrameProps<Result> {
  panel: Panel<Result>;
  /** What the button asks. */
  ask: string;
  question: Question & { command: LongCommand };
  /** The word for ending it early. */
  stop?: string;
  /** Why it cannot be asked, beside what the study lacks. */
  blocked?: string | undefined;
  children(result: Result, showing: Showing): ComponentChildren;
}

/** What every panel has: the question's button, progress and cancel, and the answer in whichever way it ended. */
export function PanelFrame<Result extends GridResult>(props: PanelFrameProps<Result>) {
  const { panel, ask, question, stop = 'Cancel', blocked, children } = props;
  const asked = panel.asked.value;
  const running = asked.state === 'running';
  const last = panel.last.value;
  const isOfThis = panel.about.value?.study === studyName.value;
  const partial =
    isOfThis && (asked.state === 'running' || asked.state === 'cancelled') ? asked.partial : undefined;
  const gap = question.command === 'plan' ? question.request.gap : undefined;
  const lacking = blocked ?? lackOf(question.command, gap);
  return (
    <div class="panel-frame">
      <div class="buttons">
        <button
          type="button"
          class="main"
          disabled={running || lacking !== undefined}
          onClick={() => panel.ask(question)}
        >
          {ask}
        </button>
        {running && (
          <button type="button" onClick={() => panel.cancel()}>
            {asked.stopping ? `${stop} at once` : stop}
          </button>
        )}
        <CommandLine question={question} />
      </div>
      {blocked !== undefined && <p class="muted">{blocked}</p>}
      <div aria-live="polite" aria-busy={running}>
        {running && (
          <p class="progress">
            <progress
              aria-label="Progress"
              {...(asked.progress.share === undefined ? {} : { value: asked.progress.share })}
            />{' '}
            {!isOfThis && `about ${panel.about.value?.study}: `}
            {asked.stopping ? 'ending' : asked.progress.words}
          </p>
        )}
        {isOfThis && <Ending panel={panel} />}
      </div>
      {partial !== undefined && (
        <div class="answered partial">
          <p class="notice">What is there so far:</p>
          {children(partial, {
            complete: false,
            benchmark: undefined,
            scene: panel.about.value?.scene,
            usable: usable(panel.about.value),
          })}
          <Remarks result={partial} />
        </div>
      )}
      {partial === undefined && last && (
        <OwnOrOther of={last.study}>
          <div class={`answered${panel.earlier.value ? ' earlier' : ''}`} data-answer={question.command}>
            {panel.earlier.value && (
              <p class="notice">
                {last.study === studyName.value
                  ? 'This answer is of an earlier version of the study.'
                  : `This answer is of another study, ${last.study}.`}{' '}
                {!running && lacking === undefined && (
                  <button type="button" class="quiet" onClick={() => panel.ask(question)}>
                    Ask again
                  </button>
                )}
              </p>
            )}
            {children(last.result, {
              complete: true,
              benchmark: last.benchmark,
              scene: last.scene,
              usable: usable(last),
            })}
            <Remarks result={last.result} />
          </div>
        </OwnOrOther>
      )}
    </div>
  );
}

/** What was answered of another study is there to be looked up, and not to be taken for this one's. */
function OwnOrOther({ of, children }: { of: string; children: ComponentChildren }) {
  if (of === studyName.value) return <>{children}</>;
  return (
    <details class="other-study" key={of}>
      <summary>The last answer here was of another study, {of}</summary>
      {children}
    </details>
  );
}

/** How a question ended that has no answer. */
function Ending<Result>({ panel }: { panel: Panel<Result> }) {
  const asked = panel.asked.value;
  const since = panel.changed.value ? ' The study was changed since.' : '';
  if (asked.state === 'cancelled') return <p class="notice">Cancelled.{since}</p>;
  if (asked.state === 'undecided')
    return (
      <p class="notice">
        Numerically undecided: {asked.message}.{since}
      </p>
    );
  if (asked.state === 'fault')
    return <p class="notice">A fault of the program, not of your input: {asked.message}</p>;
  if (asked.state !== 'problems') return null;
  return (
    <>
      {since && <p class="notice">{since.trim()}</p>}
      <Problems problems={asked.problems} />
    </>
  );
}

const usable = (about: About | undefined) => about !== undefined && sameCatalogue(about.text, text.value);

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
