// What this browser keeps of studies: the one that was open, and versions that somebody named. In its own database
// (IndexedDB), which no server sees and which whoever uses the browser can empty.
import { bring, everyFile } from '../state/workbench.ts';
import type { Opened } from '../study/history.ts';
import { digestOf, filesOfDigests, namedFiles, pathOf } from '../study/named-files.ts';
import { exampleStudy, isExample } from './examples.ts';

/** A study as it was once. */
export interface KeptStudy {
  id: string;
  /** What it was called by who kept it; empty where it was left open. */
  label: string;
  /** Milliseconds since 1970. */
  at: number;
  name: string;
  text: string;
  /** Data by path; without those of examples, which every page has, and without large ones. */
  files: ReadonlyMap<string, Uint8Array>;
  /** The digests of all that the study reads, by the names in it. */
  digests: ReadonlyMap<string, string>;
  /** Files that were too large. */
  left: readonly string[];
  /** What a link told about its sender's files. */
  sent?: ReadonlyMap<string, string>;
}

/** A study that was left open is kept under its name, each once. */
export const leftOpen = (name: string): string => `open ${name}`;

/** Bytes of data with one study. */
const MOST_BYTES = 20_000_000;
const [NAME, STORE] = ['sightline', 'studies'];

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await database()).transaction(STORE, mode);
  const request = ask(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error);
  });
}

export const keptStudy = (id: string): Promise<KeptStudy | undefined> =>
  inStore('readonly', (store) => store.get(id));

/** The newest first. */
export async function keptStudies(): Promise<KeptStudy[]> {
  const all: KeptStudy[] = await inStore('readonly', (store) => store.getAll());
  return all.sort((a, b) => b.at - a.at);
}

export const forget = (id: string): Promise<unknown> => inStore('readwrite', (store) => store.delete(id));
export const forgetAll = (): Promise<unknown> => inStore('readwrite', (store) => store.clear());

/** Keeps a study with its data. */
export async function keepStudy(
  id: string,
  label: string,
  { name, text, files, original, sent }: Opened,
  parts: Parameters<typeof namedFiles>[0],
): Promise<KeptStudy> {
  const digests = new Map<string, string>();
  const own = new Map<string, Uint8Array>();
  for (const named of namedFiles(parts)) {
    const path = pathOf(name, named);
    const bytes = files.get(path);
    if (!bytes) continue;
    digests.set(named, await digestOf(bytes));
    if (original?.files.get(path) !== bytes) own.set(path, bytes);
  }
  const fits = [...own.values()].reduce((sum, bytes) => sum + bytes.length, 0) <= MOST_BYTES;
  const kept: KeptStudy = {
    id,
    label,
    at: Date.now(),
    name,
    text,
    files: fits ? own : new Map(),
    digests,
    left: fits ? [] : [...own.keys()],
    ...(sent && { sent }),
  };
  await inStore('readwrite', (store) => store.put(kept));
  return kept;
}

/** The study again, with the data it had, or without them where they were too large and are not on the page. */
export async function studyFrom({ name, text, files, digests, sent }: KeptStudy): Promise<Opened> {
  const example = isExample(name) ? await exampleStudy(name.replace('examples/', '')) : undefined;
  for (const bytes of files.values()) bring(bytes);
  const held = [...files.values(), ...(example?.files.values() ?? []), ...everyFile()];
  return {
    name,
    text,
    files: await filesOfDigests(name, digests, held),
    ...(example && { original: example.original }),
    ...(sent && { sent }),
  };
}
