import { effect } from '@preact/signals';
import { waitingData } from '../state/waiting-data.ts';
import { canUndo, DEFAULT_NAME, holdsBrought, parsed, present, reopen } from '../state/workbench.ts';
import type { Opened } from '../study/history.ts';
import { digestOf, namedFiles, pathOf } from '../study/named-files.ts';
import { studyFragment } from '../study/study-link.ts';
import { isWhole, lastKept } from './autosave-flag.ts';
import { tourPlaceOf } from './tour-place.ts';

/** Milliseconds after the last change: a drag writes its end only, and browsers limit how often an address may change. */
const REST = 300;
/** Longer addresses are cut by some browsers, and a study that was cut is none. */
const MOST_CHARACTERS = 200_000;

/** What stands behind the # for the study as it stands. */
export async function addressFragment(): Promise<string> {
  const { name, text, files, sent } = present.value;
  const data = new Map<string, string>();
  for (const named of namedFiles(parsed.value.parts)) {
    const held = files.get(pathOf(name, named));
    // What the page lacks is still what the sender had.
    const digest = held ? await digestOf(held) : sent?.get(named);
    if (digest !== undefined) data.set(named, digest);
  }
  return studyFragment(text, name === DEFAULT_NAME ? undefined : name, data);
}

const same = (a: Opened, b: Opened | undefined) =>
  a.name === b?.name && a.text === b.text && a.files === b.files;

/** What the address stands for; undefined where it stands for no study. */
let carried: Opened | undefined;

/** The studies that this page had, as they were left, by their place among what the browser goes back and forth through. */
const left = new Map<number, Opened>();
/** Places of an earlier load of the page are none of this one's. */
const LOAD = performance.timeOrigin;
let places = 0;

const place = (): number | undefined => {
  const state = globalThis.history.state as { load?: number; place?: number } | null;
  return state?.load === LOAD ? state.place : undefined;
};

/** Whether the address is one that the page left, so that its study is there as it was, whatever the address says. */
export const isLeftPlace = (): boolean => left.has(place() ?? 0);

/**
 * Keeps the study in the page's own address, so that loading the page again, going back to it or marking it brings the
 * study that was there. Another study is another step of the browser, which goes back and forth through them with their
 * data; edits are not. An address without anything stands for the study given here. Nothing is written while the tour is
 * open: its chapter is what the address says then.
 */
export function keepInAddress(bare: { name: string; text: string }): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keepSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void keep(bare), REST);
  };
  effect(() => {
    const study = present.value;
    const at = place();
    if (at !== undefined && left.get(at)?.opening === study.opening) left.set(at, study);
    keepSoon();
  });
  addEventListener('popstate', () => {
    const study = left.get(place() ?? 0);
    if (study && !same(study, present.peek())) reopen(study, `${study.name} is open again.`);
  });
  addEventListener('hashchange', () => {
    carried = undefined;
    keepSoon();
  });
  addEventListener('beforeunload', (event) => {
    if (wouldLose()) event.preventDefault();
  });
}

async function keep(bare: { name: string; text: string }): Promise<void> {
  const study = present.value;
  const isBare = study.name === bare.name && study.text === bare.text;
  if (!isBare || lastKept() !== undefined) void keepInBrowser(bare);
  const fragment = isBare ? '' : await addressFragment();
  // A change meanwhile is kept in its turn.
  if (!same(study, present.value) || tourPlaceOf(location.hash)) return;
  const fits = fragment.length <= MOST_CHARACTERS;
  const after = fits ? fragment : '';
  const at = place();
  const isOther = at !== undefined && left.get(at)?.opening !== study.opening;
  const next = at === undefined || isOther ? ++places : at;
  const address = location.pathname + location.search + after;
  if (isOther) globalThis.history.pushState({ load: LOAD, place: next }, '', address);
  else if (location.hash !== after || at === undefined)
    globalThis.history.replaceState({ load: LOAD, place: next }, '', address);
  left.set(next, study);
  carried = fits ? study : undefined;
}

let isSaving = false;

/** What keeps the study in the browser is fetched with the first study that is worth it. */
async function keepInBrowser(bare: { name: string; text: string }): Promise<void> {
  if (isSaving) return;
  isSaving = true;
  (await import('./autosave.ts')).autosave(bare);
}

/** Whether leaving the page would lose what cannot be had again from its address. */
function wouldLose(): boolean {
  if (waitingData.value) return true;
  if (isWhole(present.value)) return false;
  return holdsBrought.value || (canUndo.value && !same(present.value, carried));
}
