import { followValues } from '../state/values.ts';
import { bring, DEFAULT_NAME, everyFile, open, redo, undo } from '../state/workbench.ts';
import { filesOfDigests } from '../study/named-files.ts';
import { readFragment } from '../study/study-link.ts';
import { lastKept } from './autosave-flag.ts';
import { acceptDrops } from './dropped-files.ts';
import { EXAMPLES, exampleStudy, isExample } from './examples.ts';
import { addressFragment, isLeftPlace, keepInAddress } from './kept-in-address.ts';
import { brokenLink } from './link-state.ts';

/** Brings the page to life: a study from the link or the first example, values that follow it, and the keys for undo. */
export async function start(): Promise<void> {
  addEventListener('keydown', onKey);
  acceptDrops();
  const first = await exampleStudy(EXAMPLES[0]!.study);
  const openFirst = (what: string) => open(first.text, first.name, first.files, what, first);
  addEventListener('hashchange', () => {
    if (isLeftPlace()) return;
    if (location.hash === '') openFirst(`${first.name} is open.`);
    else void openFragment(location.hash);
  });
  if (!(await openFragment(location.hash)) && !(await openLeft())) openFirst('');
  keepInAddress(first);
  followValues();
}

/** Opens what was open when the page was closed, unless the address says something else. */
async function openLeft(): Promise<boolean> {
  if (lastKept() === undefined || location.hash.startsWith('#study=')) return false;
  return (await import('./autosave.ts')).openLast();
}

/** Data that the browser kept of the study that was open, for its address. */
async function dataLeft(): Promise<Uint8Array[]> {
  if (lastKept() === undefined) return [];
  const found = await (await import('./autosave.ts')).lastData();
  for (const bytes of found) bring(bytes);
  return found;
}

/** Opens the study that a link carries. A broken link is explained, and whatever was open stays. */
async function openFragment(fragment: string): Promise<boolean> {
  const read = await readFragment(fragment);
  if (!read) return false;
  if (!read.ok) {
    brokenLink.value = read;
    return false;
  }
  brokenLink.value = undefined;
  const { name = DEFAULT_NAME } = read;
  // Going back to the page from its own tour opens nothing anew.
  if (fragment === (await addressFragment())) return true;
  const example = isExample(name) ? await exampleStudy(name.replace('examples/', '')) : undefined;
  const { data: sent = new Map() } = read;
  // Files are those that the sender had, or none: others would give other numbers under the same link.
  const held = [
    ...(example?.files.values() ?? []),
    ...everyFile(),
    ...(sent.size > 0 ? await dataLeft() : []),
  ];
  const files = await filesOfDigests(name, sent, held);
  open(read.text, name, files, 'The study of the link is open.', { ...example, sent });
  return true;
}

function onKey(event: KeyboardEvent): void {
  // In a field the keys belong to what is typed there; the study's own text is undone here.
  const typing = event.target instanceof HTMLInputElement;
  if (!(event.ctrlKey || event.metaKey) || event.altKey || typing) return;
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return;
  event.preventDefault();
  if (key === 'y' || event.shiftKey) redo();
  else undo();
}
