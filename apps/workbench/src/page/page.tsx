import { DataSheet } from '../data-sheet/data-sheet.tsx';
import { KernelPicker } from '../law/kernel-picker.tsx';
import { TargetPicker } from '../law/target-picker.tsx';
import { TimeFields } from '../law/time-fields.tsx';
import { brokenLink } from '../opening/link-state.ts';
import { CommandLine } from '../panels/frame/command-line.tsx';
import { PanelTabs } from '../panels/panel-tabs.tsx';
import { Play } from '../play/play.tsx';
import { Records } from '../records/records.tsx';
import { onlyRecords } from '../state/open-question.ts';
import { notAsked } from '../state/values.ts';
import { MarkForm } from '../timeline/mark-form.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { CostValue } from '../values/cost-value.tsx';
import { ValuesTable } from '../values/values-table.tsx';
import { Header } from './header.tsx';
import { Keys } from './keys.tsx';
import { LinkedData } from './linked-data.tsx';
import { MethodsParagraph } from './methods.tsx';
import { ReportProblems } from './report.tsx';
import { StatusLine } from './status-line.tsx';
import { StudyText } from './study-text.tsx';

/** The whole workbench: the timeline, which stays; beside it the questions, and then what the answers rest on. */
export function Page() {
  return (
    <>
      <a class="skip" href="#timeline">
        Skip to the timeline
      </a>
      <Header />
      <BrokenLink />
      <LinkedData />
      <ReportProblems />
      <main>
        <section id="timeline" class="instrument" aria-labelledby="timeline-title" tabIndex={-1}>
          <h2 id="timeline-title">{onlyRecords.value ? 'Records' : 'Timeline'}</h2>
          {onlyRecords.value ? (
            <Records />
          ) : (
            <>
              <Timeline />
              <div class="selected-mark">
                <MarkForm />
              </div>
            </>
          )}
        </section>
        <PanelTabs />
        <div class="numbers">
          {!onlyRecords.value && <ValuesAndLaw />}
          <StudyText />
          <MethodsParagraph />
          <Keys />
        </div>
      </main>
      <DataSheet />
      <StatusLine />
    </>
  );
}

/** What protocols are worth, and the law that says so: a study of records alone has neither. */
function ValuesAndLaw() {
  return (
    <>
      <section aria-labelledby="values-title">
        <h2 id="values-title">Values</h2>
        <ValuesTable />
        {!notAsked.value && <CommandLine question={{ command: 'value' }} />}
        <CostValue />
      </section>
      <Play />
      <section aria-labelledby="law-title">
        <h2 id="law-title">Law and target</h2>
        <TimeFields />
        <KernelPicker />
        <TargetPicker />
      </section>
    </>
  );
}

function BrokenLink() {
  const broken = brokenLink.value;
  if (!broken) return null;
  return (
    <div class="broken-link" role="alert">
      <p>
        <strong>The link could not be opened:</strong> {broken.why}. Accepted: {broken.accepted}. Nothing was
        lost; the study below is another one.
      </p>
      <button
        type="button"
        onClick={() => {
          brokenLink.value = undefined;
        }}
      >
        Close
      </button>
    </div>
  );
}
