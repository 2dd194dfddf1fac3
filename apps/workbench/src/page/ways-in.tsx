import { fetched } from '../elements/fetched.tsx';
import { openSheet } from '../state/waiting-data.ts';
import { goIn, wayIn } from '../state/way-in.ts';

interface Opened {
  onClose(): void;
}

/** Fetched when they are opened. */
const WAYS = {
  new: fetched<Opened>('The form', async () => (await import('./new-study-form.tsx')).NewStudyForm),
  examples: fetched<Opened>('The gallery', async () => (await import('./gallery.tsx')).Gallery),
  versions: fetched<Opened>(
    'The list of versions',
    async () => (await import('../versions/versions.tsx')).Versions,
  ),
};

/** What the page is for, in a sentence, and how one begins. */
export function WaysIn() {
  const Way = wayIn.value && WAYS[wayIn.value];
  return (
    <div class="ways-in">
      <h1>Sightline workbench</h1>
      <p>
        <strong>When should you measure?</strong> Drag readings and see how much of the outcome they explain.{' '}
        <span class="muted">Data never leave this browser.</span>
      </p>
      <nav class="ways" aria-label="Ways to begin">
        <a class="button" href="#tour">
          Tour
        </a>
        <button type="button" onClick={() => goIn('new')}>
          New study
        </button>
        <button type="button" onClick={openSheet}>
          My data
        </button>
        <button type="button" onClick={() => goIn('examples')}>
          Examples
        </button>
        <button type="button" onClick={() => goIn('versions')}>
          Versions
        </button>
      </nav>
      {Way && <Way onClose={() => goIn(undefined)} />}
    </div>
  );
}
