import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ask, type FetchPatience, FetchProblem, Passing, patiently } from './fetch-patience.ts';
import { makeFolder } from './make-folder.ts';

export interface FileToFetch {
  url: string;
  path: string;
  /** In hexadecimal; null where the server publishes none. */
  sha256: string | null;
}

/** No annotation file is nearly as large: a server that sends more sends something else. */
const LARGEST = 256 * 0x100000;

/**
 * Fetches one file, unless it is there with the right checksum. What arrives goes to a file .part beside it, from where
 * a later call goes on; it takes the file's name only when it is whole.
 */
export async function fetchFile(
  file: FileToFetch,
  patience: FetchPatience,
  signal: AbortSignal | undefined,
  onBytes: (bytes: number) => void,
): Promise<'fetched' | 'kept'> {
  const { path, sha256 } = file;
  const isRight = async (candidate: string) => sha256 === null || (await checksum(candidate)) === sha256;
  if ((await sizeOf(path)) !== undefined && (await isRight(path))) return 'kept';
  makeFolder(dirname(path));
  const part = `${path}.part`;
  return patiently(
    async () => {
      await fetchRest(file.url, part, patience, signal, onBytes);
      if (!(await isRight(part))) {
        // Perhaps two versions of the file were joined: the next attempt begins anew.
        await rm(part, { force: true });
        throw new Passing('what arrived does not have the checksum that the server publishes');
      }
      await rename(part, path);
      return 'fetched' as const;
    },
    patience,
    signal,
  );
}

/** Adds to the part what is missing, or begins it anew where the server sends the whole. */
async function fetchRest(
  url: string,
  part: string,
  patience: FetchPatience,
  signal: AbortSignal | undefined,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const have = (await sizeOf(part)) ?? 0;
  const answer = await ask(url, have > 0 ? { range: `bytes=${have}-` } : {}, patience, signal);
  try {
    const { status } = answer;
    const range = answer.headers.get('content-range') ?? '';
    if (status === 404 || status === 410) throw new FetchProblem('the server has no such file');
    if (status === 416) {
      // The part has all bytes already, or too many.
      if (range === `bytes */${have}`) return;
      await rm(part, { force: true });
      throw new Passing('the part that was there does not fit the file');
    }
    const goesOn = status === 206;
    if (goesOn && !range.startsWith(`bytes ${have}-`)) {
      await rm(part, { force: true });
      throw new Passing('the server went on at another byte than was asked for');
    }
    const file = await open(part, goesOn ? 'a' : 'w');
    try {
      let size = goesOn ? have : 0;
      for (let bytes = await answer.next(); bytes; bytes = await answer.next()) {
        size += bytes.length;
        if (size > LARGEST) throw new FetchProblem('the server sends more than any annotation file has');
        await file.writeFile(bytes);
        onBytes(bytes.length);
      }
    } finally {
      await file.close();
    }
  } finally {
    answer.end();
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch {
    return undefined;
  }
}

async function checksum(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
