import { takeFiles } from '../opening/dropped-files.ts';

/** What the page is for, in a sentence, and how one begins. */
export function WaysIn() {
  return (
    <div class="ways-in">
      <h1>Sightline workbench</h1>
      <p>
        <strong>When should you measure?</strong> Drag readings and see how much of the outcome they explain.{' '}
        <span class="muted">Data never leave this browser: everything is computed in this page.</span>
      </p>
      <nav class="ways" aria-label="Ways to begin">
        <a class="button" href="#tour">
          Tour
        </a>
        <label class="button">
          My data
          <input
            class="hidden"
            type="file"
            multiple
            accept=".csv,.parquet,.pq"
            onChange={(event) => {
              void takeFiles(event.currentTarget.files ?? []);
              event.currentTarget.value = '';
            }}
          />
        </label>
      </nav>
    </div>
  );
}
