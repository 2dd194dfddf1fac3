import { followValues } from '../state/values.ts';
import { open, redo, undo } from '../state/workbench.ts';
import { readFragment } from '../study/study-link.ts';
import { acceptDrops } from './dropped-files.ts';
import { EXAMPLES, exampleStudy } from './examples.ts';
import { brokenLink } from './link-state.ts';

/** Brings the page to life: a study from the link or the first example, values that follow it, and the keys for undo. */
export async function start(): Promise<void> {
  addEventListener('keydown', onKey);
  acceptDrops();
  addEventListener('hashchange', () => void openFragment(location.hash));
  if (!(await openFragment(location.hash))) {
    const { name, text, files } = await exampleStudy(EXAMPLES[0]!.study);
    open(text, name, files, '');
  }
  followValues();
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
  // Otherwise the address would go on to say what the page no longer shows.
  globalThis.history.replaceState(null, '', location.pathname + location.search);
  open(read.text, 'study.yaml', new Map(), 'The study of the link is open.');
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
