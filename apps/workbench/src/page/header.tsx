import { DraftInput } from '../elements/draft-input.tsx';
import { takeFiles } from '../opening/dropped-files.ts';
import { EXAMPLES } from '../opening/examples.ts';
import { openExample } from '../opening/open-example.ts';
import { apply, canRedo, canUndo, isReadable, redo, setting, undo } from '../state/workbench.ts';
import { setValue } from '../study/study-edit.ts';
import { Share } from './share.tsx';
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
          <Share />
        </div>
      </div>
    </header>
  );
}
