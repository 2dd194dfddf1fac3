import { signal } from '@preact/signals';

export const CHAPTERS = 7;

/** Where in the tour the address points: #tour is its beginning, #tour-3 the third chapter. */
export type TourPlace = { chapter: number } | { missing: string };

/** undefined where the address is not about the tour. */
export function tourPlaceOf(fragment: string): TourPlace | undefined {
  const found = /^#tour(?:-(.*))?$/.exec(fragment);
  if (!found) return undefined;
  if (found[1] === undefined) return { chapter: 1 };
  const chapter = /^\d+$/.test(found[1]) ? Number(found[1]) : 0;
  return chapter >= 1 && chapter <= CHAPTERS ? { chapter } : { missing: found[1] };
}

export const chapterAddress = (chapter: number) => `#tour-${chapter}`;

export const tourPlace = signal<TourPlace | undefined>(undefined);

export function followTourPlace(): void {
  const follow = () => {
    tourPlace.value = tourPlaceOf(location.hash);
  };
  follow();
  addEventListener('hashchange', follow);
}
