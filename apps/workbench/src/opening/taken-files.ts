import { batch } from '@preact/signals';
import { openQuestion } from '../state/open-question.ts';
import { sheetOpen, waitingData } from '../state/waiting-data.ts';
import { holdFile, open, parsed, present, said } from '../state/workbench.ts';
import { digestOf, fileName, namedFiles } from '../study/named-files.ts';

const STUDY = /\.(ya?ml|json)$/i;

/** Takes files in, a study before its data, in whichever order they come: the study says what the data are. */
export async function takeFiles(files: Iterable<File>): Promise<void> {
  const all = [...files];
  const isStudy = ({ name }: File) => STUDY.test(name);
  for (const file of [...all.filter(isStudy), ...all.filter((one) => !isStudy(one))]) await takeFile(file);
}

/** Under which name the study reads a file of this name, or the one that a link's sender had with these bytes. */
async function nameOf(file: string, bytes: Uint8Array): Promise<string | undefined> {
  const names = namedFiles(parsed.value.parts);
  const { sent } = present.value;
  if (names.includes(file)) return file;
  const digest = sent && sent.size > 0 ? await digestOf(bytes) : undefined;
  return (
    names.find((name) => digest !== undefined && sent?.get(name) === digest) ??
    names.find((name) => fileName(name) === file)
  );
}

/** Takes a file in: a study is opened, data wait for what is to be said of them. Nothing is sent anywhere. */
async function takeFile(file: File): Promise<void> {
  if (STUDY.test(file.name)) {
    const text = await file.text();
    open(text, file.name, new Map(), `${file.name} is open.`);
    await adoptWaiting();
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A file that the study names already is only what was missing.
  const named = await nameOf(file.name, bytes);
  if (named !== undefined) {
    holdFile(named, bytes);
    openQuestion.value = named === parsed.value.parts.records?.table ? 'retrospect' : 'calibrate';
    said.value = `${file.name} is here: the study names it.`;
    return;
  }
  batch(() => {
    waitingData.value = { name: file.name, bytes };
    sheetOpen.value = true;
    said.value = `${file.name} is here. Say in the sheet what it holds.`;
  });
}

/** Data that came before the study that names them. */
async function adoptWaiting(): Promise<void> {
  const waiting = waitingData.value;
  const named = waiting && (await nameOf(waiting.name, waiting.bytes));
  if (named === undefined) return;
  holdFile(named, waiting!.bytes);
  waitingData.value = undefined;
  sheetOpen.value = false;
  said.value = `${said.value} It names ${waiting!.name}, which is here already.`;
}
