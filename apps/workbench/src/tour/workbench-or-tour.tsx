import type { ComponentChildren } from 'preact';
import { fetched } from '../elements/fetched.tsx';
import { followTourPlace, type TourPlace, tourPlace } from '../opening/tour-place.ts';

const Tour = fetched<{ place: TourPlace }>(
  'The tour',
  async () => (await import('./tour.tsx')).Tour,
  (words) => (
    <main>
      <h1>Sightline tour</h1>
      <p role="status">{words}</p>
      <p>
        <a href="#timeline">To the workbench</a>
      </p>
    </main>
  ),
);

followTourPlace();

/** The workbench, unless the address names the tour. */
export function WorkbenchOrTour({ children }: { children: ComponentChildren }) {
  const place = tourPlace.value;
  return place === undefined ? children : <Tour place={place} />;
}
