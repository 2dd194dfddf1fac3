import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { followTourPlace, type TourPlace, tourPlace } from '../opening/tour-place.ts';

type Loaded = ComponentType<{ place: TourPlace }>;
const loaded = signal<{ Tour: Loaded } | { why: string } | undefined>(undefined);
let asked = false;

/** The tour is fetched when somebody wants it: who only works here does not wait for it. */
function load(): void {
  if (asked) return;
  asked = true;
  import('./tour.tsx').then(
    ({ Tour }) => {
      loaded.value = { Tour };
    },
    (error: unknown) => {
      asked = false;
      loaded.value = { why: error instanceof Error ? error.message : String(error) };
    },
  );
}

followTourPlace();

/** The workbench, unless the address names the tour. */
export function WorkbenchOrTour({ children }: { children: ComponentChildren }) {
  const place = tourPlace.value;
  if (place === undefined) return <>{children}</>;
  load();
  const tour = loaded.value;
  if (tour && 'Tour' in tour) return <tour.Tour place={place} />;
  return (
    <main>
      <h1>Sightline tour</h1>
      <p role="status">
        {tour
          ? `The tour could not be loaded: ${tour.why}. Load the page again.`
          : 'The tour is being loaded.'}
      </p>
      <p>
        <a href="#timeline">To the workbench</a>
      </p>
    </main>
  );
}
