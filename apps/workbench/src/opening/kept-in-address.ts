import { effect } from '@preact/signals';
import { waitingData } from '../state/waiting-data.ts';
import { canUndo, DEFAULT_NAME, holdsBrought, parsed, present } from '../state/workbench.ts';
import type { Opened } from '../study/history.ts';
import { digestOf, namedFiles, pathOf } from '../study/named-files.ts';
import { studyFragment } from '../study/study-link.ts';
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

/**
 * Keeps the study in the page's own address, so that loading the page again, going back to it or marking it brings the
 * study that was there. An address without anything stands for the study given here. Nothing is written while the tour is
 * open: its chapter is what the address says then.
 */
export function keepInAddress(bare: { name: string; text: string }): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keepSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void keep(bare), REST);
  };
  effect(() => {
    present.value;
    keepSoon();
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
  const fragment = isBare ? '' : await addressFragment();
  // A change meanwhile is kept in its turn.
  if (!same(study, present.value) || tourPlaceOf(location.hash)) return;
  const fits = fragment.length <= MOST_CHARACTERS;
  const after = fits ? fragment : '';
  if (location.hash !== after)
    globalThis.history.replaceState(null, '', location.pathname + location.search + after);
  carried = fits ? study : undefined;
}

/** Whether leaving the page would lose what cannot be had again from its address. */
function wouldLose(): boolean {
  if (holdsBrought.value || waitingData.value) return true;
  return canUndo.value && !same(present.value, carried);
}
