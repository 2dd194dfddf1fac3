import type { ComponentChildren } from 'preact';
import { kept } from '../../elements/kept.tsx';
import { Problems } from '../../elements/problems.tsx';
import { type About, type LongQuestion, longQuestion } from '../../state/long-questions.ts';
import { parsed, studyName, text } from '../../state/workbench.ts';
import { sameCatalogue } from '../../study/catalogue-actions.ts';
import type { Question } from '../../work/question.ts';
import type { AnsweredProps } from './answer-parts.ts';
import { CommandLine } from './command-line.tsx';
import { Missing } from './missing.tsx';
import type { AskedBy } from './panel.ts';

/** A question with its controls and its button, progress and cancel, and the answer in whichever way it ended. */
export function AskedFrame({ ask }: { ask: AskedBy }) {
  const { command, heading, words, stop = 'Cancel', Controls, Answered } = ask;
  if (ask.offered?.() === false) return null;
  const own = longQuestion(command);
  const request = ask.request();
  const question = { command, request } as Question;
  const asked = own.asked.value;
  const running = asked.state === 'running';
  const last = own.last.value;
  const isOfThis = own.about.value?.study === studyName.value;
  const partial =
    isOfThis && (asked.state === 'running' || asked.state === 'cancelled') ? asked.partial : undefined;
  const blocked = ask.blocked?.();
  const lack = ask.lack(parsed.value, request);
  const lacking = blocked ?? lack;
  return (
    <>
      {heading && <h3>{heading}</h3>}
      {Controls && <Controls />}
      {!ask.isBeingGiven?.() && <Missing lack={lack} starts={ask.starts} />}
      <div class="panel-frame">
        <div class="buttons">
          <button
            type="button"
            class="main"
            disabled={running || lacking !== undefined}
            onClick={() => own.ask(question)}
          >
            {words}
          </button>
          {running && (
            <button type="button" onClick={() => own.cancel()}>
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
              {!isOfThis && `about ${own.about.value?.study}: `}
              {asked.stopping ? 'ending' : asked.progress.words}
            </p>
          )}
          {isOfThis && <Ending of={own} />}
        </div>
        {partial !== undefined && (
          <div class="answered partial">
            <p class="notice">What is there so far:</p>
            <Shown
              by={Answered}
              result={partial}
              complete={false}
              benchmark={undefined}
              scene={own.about.value?.scene}
              usable={usable(own.about.value)}
            />
          </div>
        )}
        {partial === undefined && last && (
          <OwnOrOther of={last.study}>
            <div class={`answered${own.earlier.value ? ' earlier' : ''}`} data-answer={command}>
              {own.earlier.value && (
                <p class="notice">
                  {last.study === studyName.value
                    ? 'This answer is of an earlier version of the study.'
                    : `This answer is of another study, ${last.study}.`}{' '}
                  {!running && lacking === undefined && (
                    <button type="button" class="quiet" onClick={() => own.ask(question)}>
                      Ask again
                    </button>
                  )}
                </p>
              )}
              <Shown
                by={Answered}
                result={last.result}
                complete={true}
                benchmark={last.benchmark}
                scene={last.scene}
                usable={usable(last)}
              />
            </div>
          </OwnOrOther>
        )}
      </div>
    </>
  );
}

/** An answer, drawn once: progress that comes many times a second draws no long document anew. */
const Shown = kept(({ by: Answered, result, ...showing }: ShownProps) => (
  <Answered result={result} showing={showing} />
));

type ShownProps = AnsweredProps['showing'] & { by: AskedBy['Answered']; result: AnsweredProps['result'] };

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
function Ending<Result>({ of }: { of: LongQuestion<Result> }) {
  const asked = of.asked.value;
  const since = of.changed.value ? ' The study was changed since.' : '';
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
