import { signal } from '@preact/signals';
import type { LocatedProblem } from '@sightline/study';
import { Problems } from '../elements/problems.tsx';
import { saveFile } from '../elements/save-file.ts';
import { cliCommand } from '../panels/frame/cli-command.ts';
import { askingNow, files, ownName, said } from '../state/workbench.ts';
import { fileName } from '../study/named-files.ts';
import { longWork } from '../work/long-work.ts';
import type { Answer, Results } from '../work/question.ts';
import { VERSION } from './version.ts';

/** The report that is being made: how far it is, and how it is stopped. */
const making = signal<{ words: string; stop(): void } | undefined>(undefined);
const wrong = signal<readonly LocatedProblem[]>([]);

/** Makes the report of `sightline run` in the page, and saves it as one file that needs no server. */
export function SaveReport() {
  const now = making.value;
  return now ? (
    <button type="button" onClick={now.stop}>
      Stop the report: {now.words}
    </button>
  ) : (
    <button type="button" onClick={make}>
      Save report
    </button>
  );
}

/** Why there is no report. */
export function ReportProblems() {
  if (wrong.value.length === 0) return null;
  return (
    <div class="broken-link" role="alert">
      <div>
        <p>
          <strong>No report was made:</strong> something is wrong with what it would be about.
        </p>
        <Problems problems={wrong.value} />
      </div>
      <button
        type="button"
        onClick={() => {
          wrong.value = [];
        }}
      >
        Close
      </button>
    </div>
  );
}

function make(): void {
  wrong.value = [];
  const name = ownName.value;
  const file = `${fileName(name).replace(/\.\w+$/, '')}-report.html`;
  const from = { version: VERSION, study: name, command: cliCommand({ command: 'run' }, name) };
  const stop = longWork<Results['run']>({ command: 'run', from }, askingNow(), files.value, {
    onProgress: ({ words }) => {
      if (making.value) making.value = { ...making.value, words };
    },
    onAnswer: (answer) => {
      making.value = undefined;
      said.value = ending(answer, file);
    },
  });
  making.value = { words: 'beginning', stop };
}

function ending(answer: Answer<Results['run']>, file: string): string {
  if (answer.kind === 'answered') {
    saveFile(file, 'text/html', answer.result.html);
    return `${file} is saved: one page that opens without a server and loads nothing.`;
  }
  if (answer.kind === 'cancelled') return 'No report was made: it was stopped.';
  if (answer.kind !== 'problems') return `No report was made: ${answer.message}`;
  wrong.value = answer.problems;
  return 'No report was made: see its problems.';
}
