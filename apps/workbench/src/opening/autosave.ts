import { effect } from '@preact/signals';
import { openAsKept, parsed, present, said } from '../state/workbench.ts';
import type { Opened } from '../study/history.ts';
import { fileName } from '../study/named-files.ts';
import { lastKept, setLastKept, setWhole, wantsAutosave } from './autosave-flag.ts';
import { forget, keepStudy, keptStudies, keptStudy, leftOpen, studyFrom } from './kept-studies.ts';

/** Milliseconds after the last change. */
const REST = 300;
/** Of studies that were left open; older ones are let go. */
const MOST_LEFT = 10;

/** Keeps what is open, under its name; but for the study that stands there when nothing was done. */
export function autosave(bare: Pick<Opened, 'name' | 'text'>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const study = present.value;
    const { parts } = parsed.value;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (wantsAutosave()) void keep(study, parts, bare);
    }, REST);
  });
}

async function keep(
  study: Opened,
  parts: (typeof parsed)['value']['parts'],
  bare: Pick<Opened, 'name' | 'text'>,
): Promise<void> {
  if (study.name === bare.name && study.text === bare.text) {
    setLastKept(undefined);
    return;
  }
  try {
    const { id, left } = await keepStudy(leftOpen(study.name), '', study, parts);
    setLastKept(id);
    setWhole(left.length === 0 ? study : undefined);
    if (left.length > 0)
      said.value = `${left.map(fileName).join(', ')}: too large to be kept by this browser with the study.`;
    const others = (await keptStudies()).filter((one) => one.label === '');
    await Promise.all(others.slice(MOST_LEFT).map((one) => forget(one.id)));
  } catch {
    // A browser may refuse, as some do in private windows: then the address has the study, and data are asked for.
    setWhole(undefined);
  }
}

const last = async () => {
  const id = lastKept();
  return id === undefined ? undefined : await keptStudy(id).catch(() => undefined);
};

/** Opens what was open when the page was closed. Returns whether there was something. */
export async function openLast(): Promise<boolean> {
  const kept = await last();
  if (!kept) return false;
  const lost = kept.left.length > 0 ? ` ${kept.left.map(fileName).join(', ')} was too large to be kept.` : '';
  const study = await studyFrom(kept);
  if (lost === '') setWhole(study);
  openAsKept(
    study,
    `${fileName(kept.name)} is open as you left it: this browser kept it.${lost} “Versions” can forget it.`,
  );
  return true;
}

/** Data of the study that was open, for a page that is loaded again. */
export const lastData = async (): Promise<Uint8Array[]> => [...((await last())?.files.values() ?? [])];
