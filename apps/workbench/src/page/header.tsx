import { CopyButton } from '../elements/copy-button.tsx';
import { DraftInput } from '../elements/draft-input.tsx';
import { saveFile } from '../elements/save-file.ts';
import { takeFiles } from '../opening/dropped-files.ts';
import { EXAMPLES, exampleStudy, isExample } from '../opening/examples.ts';
import { addressFragment } from '../opening/kept-in-address.ts';
import { computedResults } from '../state/computed-results.ts';
import {
  apply,
  canRedo,
  canUndo,
  isReadable,
  open,
  redo,
  said,
  setting,
  studyName,
  text,
  undo,
} from '../state/workbench.ts';
import { setValue } from '../study/study-edit.ts';
import { WaysIn } from './ways-in.tsx';

/** What the page is for; the study's title, and everything that is done with the study as a whole. */
export function Header() {
  const title = setting.value.title ?? '';
  return (
    <header>
      <WaysIn />
      <div class="header">
        <div class="heading">
          <DraftInput
            class="title"
            value={title}
            title={title}
            placeholder="A title for this study"
            aria-label="Title of the study"
            disabled={!isReadable.value}
            onCommit={(next) => apply((now) => ({ text: setValue(now, ['title'], next) }))}
          />
        </div>
        <div class="tools" role="toolbar" aria-label="Study">
          <button type="button" disabled={!canUndo.value} onClick={undo} title="Ctrl+Z">
            Undo
          </button>
          <button type="button" disabled={!canRedo.value} onClick={redo} title="Ctrl+Shift+Z">
            Redo
          </button>
          <select
            aria-label="Open an example"
            value=""
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              event.currentTarget.value = '';
              void openExample(chosen);
            }}
          >
            <option value="">Open an example…</option>
            {EXAMPLES.map(({ study, asks }) => (
              <option key={study} value={study}>
                {asks}
              </option>
            ))}
          </select>
          <label class="button">
            Open file
            <input
              class="hidden"
              type="file"
              multiple
              accept=".yaml,.yml,.json,.csv,.parquet,.pq"
              onChange={(event) => {
                void takeFiles(event.currentTarget.files ?? []);
                event.currentTarget.value = '';
              }}
            />
          </label>
          <button type="button" onClick={saveStudy}>
            Save study
          </button>
          <button type="button" onClick={saveResults}>
            Save results
          </button>
          <CopyButton
            words="Copy link"
            what={`the link that carries this study${namesFiles() ? '; the files it names do not travel in it' : ''}`}
            text={async () =>
              `${location.origin}${location.pathname}${await addressFragment({ name: studyName.value, text: text.value })}`
            }
          />
        </div>
      </div>
    </header>
  );
}

async function openExample(study: string): Promise<void> {
  if (study === '') return;
  const { name, text, files } = await exampleStudy(study);
  open(text, name, files, `${name} is open; Undo goes back to the study before.`);
}

/** Whether the study is more than its text, and the rest is not everywhere as an example's files are. */
function namesFiles(): boolean {
  if (isExample(studyName.value)) return false;
  const { calibration, latent, benchmark } = setting.value;
  return [calibration?.data, latent?.covariance, benchmark?.data].some((name) => name !== undefined);
}

const fileName = (path: string) => path.split('/').at(-1)!;

function saveStudy(): void {
  saveFile(fileName(studyName.value), 'application/yaml', text.value);
}

/** One document by command, each as `--json` prints it, but for `elapsed`. */
function saveResults(): void {
  const results = computedResults();
  if (Object.keys(results).length === 0) {
    said.value = 'Nothing was computed for the study as it stands, so there are no results to save.';
    return;
  }
  const name = fileName(studyName.value).replace(/\.\w+$/, '');
  saveFile(`${name}.results.json`, 'application/json', `${JSON.stringify(results, null, 2)}\n`);
}
