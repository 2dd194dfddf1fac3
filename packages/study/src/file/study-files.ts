import {
  type DenseEnd,
  type DenseReport,
  type DenseRequest,
  type DenseRows,
  decodeText,
  type FinishedSample,
  type RecordFolder,
  type SampleKind,
  type StateTable,
  type StateTableRequest,
  UnreadableFile,
} from '@sightline/data';
import type { Workers } from '@sightline/engine/internal';

/** Where the files of a study come from: a disk, a browser's upload, a test. Failures are thrown as UnreadableFile. */
export interface StudyFiles {
  read(path: string): Promise<Uint8Array>;
  /** Dense data that are too large to be read as a whole, or several files of them; undefined where they are not. */
  large?(paths: readonly string[]): Promise<LargeFile | undefined>;
  /** The files that a path with * in it stands for, in the order of their names. */
  matching?(pattern: string): Promise<string[]>;
  /** Who reads pieces of large data. */
  workers?: Workers | undefined;
  /** A folder of recordings. */
  folder?(path: string): RecordFolder;
  /** A table of states read where it lies, as Parquet of every compression is; by its bytes where this is absent. */
  states?(path: string, request: StateTableRequest): Promise<StateTable>;
}

/** A file that is read in parts, or several that are one table. */
export interface LargeFile {
  /** The sample of data that are plain enough to be read in pieces; undefined where they must be streamed. */
  pieces?(
    request: DenseRequest,
    kind: SampleKind,
    workers?: Workers,
  ): Promise<(FinishedSample & { report: DenseReport }) | undefined>;
  stream(request: DenseRequest, onChunk: (rows: DenseRows) => void): Promise<DenseEnd>;
  /** The SHA-256 of each. */
  digests(): Promise<Uint8Array[]>;
}

/** A file that a study names, and what it holds. */
export interface NamedFile {
  file: string;
  text: string;
}

/** A file's text, or why it cannot be read. */
export async function readText(
  file: string,
  files: StudyFiles,
): Promise<{ text: string; bytes: Uint8Array } | { unreadable: UnreadableFile }> {
  try {
    const bytes = await files.read(file);
    return { bytes, text: decodeText(file, bytes) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error };
    throw error;
  }
}

/** The path of a file that a study names: relative to the study file unless absolute. */
export function besideStudy(study: string, named: string): string {
  if (/^([/\\]|[A-Za-z]:[/\\])/.test(named)) return named;
  const end = Math.max(study.lastIndexOf('/'), study.lastIndexOf('\\'));
  return study.slice(0, end + 1) + named.replace(/^(\.\/)+/, '');
}

/**
 * SHA-256 over the study file and the files read for it, in this order, each with its name as written in the study
 * and its length: the same for the same input wherever the folder lies. Dense data, which may be large, stand in it by
 * their own SHA-256.
 */
export async function inputHash(files: readonly { name: string; bytes: Uint8Array }[]): Promise<string> {
  const encoder = new TextEncoder();
  const parts = files.flatMap(({ name, bytes }) => [encoder.encode(`${name}\0${bytes.length}\0`), bytes]);
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return Array.from(await sha256(all), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
}
