import { computed } from '@preact/signals';
import { problemsText } from '@sightline/answers';
import { useState } from 'preact/hooks';
import { saveFile } from '../elements/save-file.ts';
import { SelectField } from '../elements/select-field.tsx';
import { takeFiles } from '../opening/dropped-files.ts';
import { into } from '../state/into.ts';
import { waitingData } from '../state/waiting-data.ts';
import { isReadable, present, scene, studyName } from '../state/workbench.ts';
import { isOriginal } from '../study/history.ts';
import type { DataRead, RecordsRead } from '../work/question.ts';
import { Preview } from './preview.tsx';
import { checked, prepared } from './read-file.ts';
import { SaidFields } from './said-fields.tsx';
import {
  close,
  followWaiting,
  giveToOpenStudy,
  holds,
  look,
  makeStudy,
  objection,
  proposed,
  saidHolds,
  studyText,
} from './sheet-state.ts';
import { StatesFields } from './states-fields.tsx';
import { readAs } from './states-state.ts';
import '../style/data-sheet.css';

followWaiting();

/** What a file holds, said beside a preview of it; then a study of its own is made. */
export function Sheet() {
  const file = waitingData.value;
  return (
    <>
      <div class="sheet-head">
        <h2 id="data-sheet-title">{file ? `My data: ${file.name}` : 'My data'}</h2>
        <button type="button" onClick={close}>
          {file ? 'Put it away' : 'Close'}
        </button>
      </div>
      {file ? <Taken /> : <Bring />}
    </>
  );
}

/** A file or a pasted table. */
function Bring() {
  const [pasted, setPasted] = useState('');
  return (
    <>
      <p>
        A table of values in time, or of states as in a hypnogram: one row a unit and one column a time, or
        one row a reading. CSV, CSV.gz or Parquet. It stays in this browser.
      </p>
      <div class="fields">
        <div class="field">
          <label for="sheet-file">a file</label>
          <input
            id="sheet-file"
            type="file"
            accept=".csv,.gz,.parquet,.pq,.txt,.tsv"
            onChange={(event) => void takeFiles(event.currentTarget.files ?? [])}
          />
        </div>
      </div>
      <div class="field">
        <label for="sheet-paste">
          or paste cells, as a spreadsheet copies them, with their line of names
        </label>
        <textarea
          id="sheet-paste"
          rows={8}
          spellcheck={false}
          value={pasted}
          onInput={(event) => setPasted(event.currentTarget.value)}
        />
      </div>
      <div class="buttons">
        <button
          type="button"
          class="main"
          disabled={pasted.trim() === ''}
          onClick={() => {
            waitingData.value = { name: 'pasted.csv', bytes: new TextEncoder().encode(pasted) };
          }}
        >
          Look at it
        </button>
      </div>
    </>
  );
}

const HELD = [
  { name: 'values', words: 'values in time' },
  { name: 'states', words: 'states in time, as a hypnogram or a rhythm' },
] as const;

function Taken() {
  const file = waitingData.value;
  const refused = objection.value;
  const seen = look.value;
  const found = proposed.value;
  // It may be drawn once more while the sheet closes.
  if (!file) return null;
  if (refused)
    return (
      <p class="waiting refused">
        <strong>{file.name}</strong> was not taken: {refused.why}. Accepted: {refused.accepted}.
      </p>
    );
  if (!seen || !found) return <p role="status">Looking at the file.</p>;
  const now = checked.value;
  // At the columns and rows of the file, whatever a copy calls them: a copy of one without lines has a line of names.
  const names = prepared.value?.names;
  const above = seen.form === undefined && prepared.value?.changed !== undefined ? 1 : 0;
  const problems = (now.state === 'problems' ? now.problems : []).map((problem) => {
    const own = names?.get(String(problem.path.at(-1)));
    const path = own === undefined ? problem.path : [...problem.path.slice(0, -1), own];
    return { ...problem, path, line: problem.line === null ? null : problem.line - above };
  });
  const states = holds.value === 'states' ? readAs.value : undefined;
  return (
    <div class="waiting">
      <Preview look={seen} roles={(states ?? found.said).columns} problems={problems} />
      <div class="fields">
        <SelectField<'values' | 'states'>
          label="it holds"
          value={holds.value}
          options={HELD}
          onValue={into(saidHolds)}
        />
      </div>
      {states ? <StatesFields look={seen} form={states} /> : <SaidFields look={seen} proposal={found} />}
      <ReadingOf />
      <Use />
    </div>
  );
}

/** What was read, or every problem. */
function ReadingOf() {
  const now = checked.value;
  const ready = prepared.value;
  return (
    <div class="reading" aria-live="polite">
      {now.state === 'reading' && <p class="muted">Reading.</p>}
      {now.state === 'read' && <p class="was-read">Read as said: {readText(now.read)}.</p>}
      {now.state === 'problems' && lackingLevel() === '' && (
        <div class="problems">
          <p>It cannot be read as said:</p>
          <pre>{problemsText(now.problems)}</pre>
        </div>
      )}
      {now.state === 'fault' && <p class="notice">{now.message}</p>}
      {ready?.changed && (
        <p>
          The study reads <strong>{ready.name}</strong>, a copy made here with {ready.changed}.{' '}
          <button
            type="button"
            class="quiet"
            onClick={() => saveFile(ready.name, 'text/csv', new TextDecoder().decode(ready.bytes))}
          >
            Save the copy
          </button>{' '}
          for the command line.
        </p>
      )}
    </div>
  );
}

function readText(read: DataRead | RecordsRead): string {
  if ('records' in read) {
    const { records, units, medianHours, skipped, why } = read;
    const left = skipped === 0 ? '' : `; ${skipped} left out, the first because ${why}`;
    return `${records} records of ${units} units, median ${Number(medianHours.toPrecision(3))} h${left}`;
  }
  const { units, trajectories, dropped, interpolated } = read;
  return [
    `${units} units${trajectories === units ? '' : `, ${trajectories} trajectories`}`,
    ...(dropped > 0 ? [`${dropped} left out, because values are missing`] : []),
    ...(interpolated > 0 ? [`${interpolated} values interpolated`] : []),
  ].join('; ');
}

/** A target without its level makes no study yet: nothing is wrong with the file. */
function lackingLevel(): string {
  const target = proposed.value?.said.target;
  if (holds.value === 'states' || !target || target.kind === 'mean') return '';
  const isWhole = target.level !== undefined && (target.kind !== 'between' || target.upper !== undefined);
  if (isWhole) return '';
  return target.kind === 'between'
    ? 'Both ends of the range are needed for the target.'
    : 'A level is needed for the target.';
}

/** Why the button is grey, for whoever has not scrolled to the problems. */
function problemCount(): string {
  if (checked.value.state !== 'problems') return '';
  const { length } = checked.value.problems;
  return `It cannot be read as said: ${length === 1 ? '1 problem, named' : `${length} problems, all named`} above.`;
}

/** What has to be said before the data can be used. Looked up when it is asked: a click may come before the page is drawn anew. */
function lacking(): string {
  const said = proposed.value?.said;
  if (!said) return '';
  if (holds.value === 'states')
    return studyText.value === undefined ? 'Some state has to be one that is to be known.' : '';
  const level = lackingLevel();
  if (level !== '') return level;
  if (said.noise !== undefined || said.columns.replicate !== undefined) return '';
  return 'A variance is needed here: 0 or more, and 0 only for data without noise.';
}

/** Whether the open study is an example that nobody has touched: nobody means it to have one's data. */
const isOthers = computed(() => isOriginal(present.value));

/**
 * A study of its own; or, where the open one has protocols on a grid, the data for that. Leaving a field reads the file anew, and the
 * click that left it still counts.
 */
function Use() {
  const [told, setTold] = useState('');
  const said = proposed.value?.said;
  const file = waitingData.value;
  if (!said || !file) return null;
  const name = prepared.value?.name ?? file.name;
  const when = (then: () => void) => () => {
    const why = lacking();
    setTold(why);
    if (why === '') then();
  };
  return (
    <div class="sheet-actions">
      <div class="buttons">
        <button
          type="button"
          class="main"
          disabled={!prepared.value || ['problems', 'fault'].includes(checked.value.state)}
          onClick={when(makeStudy)}
        >
          Make a study of {name}
        </button>
        {holds.value === 'values' && isReadable.value && scene.value && !isOthers.value && (
          <button type="button" disabled={!prepared.value} onClick={when(() => void giveToOpenStudy())}>
            Use {file.name} in {studyName.value}
          </button>
        )}
      </div>
      <p class="field-problem" role="alert">
        {told || lackingLevel() || problemCount()}
      </p>
    </div>
  );
}
