import { besideStudy, type Study } from '@sightline/study';
import { type FilesByPath, plainPath } from './memory-files.ts';

/** The files that a study reads, as it names them, each once. */
export function namedFiles({ calibration, latent, benchmark, records }: Partial<Study>): string[] {
  const folds = records?.folds;
  const named = [
    calibration?.data,
    latent?.covariance,
    typeof benchmark?.data === 'object' ? Object.values(benchmark.data) : benchmark?.data,
    records?.table,
    typeof folds === 'string' ? folds : undefined,
  ];
  return [...new Set(named.flat().filter((name) => typeof name === 'string'))];
}

/** Where a study of this name has a file that it names. */
export const pathOf = (study: string, named: string): string => plainPath(besideStudy(study, named));

/** Whether a file is called as copies are that My data makes of tables: they are on no disk until they are saved. */
export const isCopyName = (name: string): boolean => /-(plain|records)\.csv$/.test(name);

export const fileName = (path: string): string => path.split('/').at(-1)!;

const digests = new WeakMap<Uint8Array, Promise<string>>();

/** Tells two files apart: the first 16 digits of the SHA-256. Made once for each file that the page holds. */
export function digestOf(bytes: Uint8Array): Promise<string> {
  const known = digests.get(bytes) ?? digest(bytes);
  digests.set(bytes, known);
  return known;
}

async function digest(bytes: Uint8Array): Promise<string> {
  const all = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return Array.from(all.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Which of these files have the digests that a link tells, by the path that the study looks at. */
export async function filesOfDigests(
  study: string,
  told: ReadonlyMap<string, string>,
  among: Iterable<Uint8Array>,
): Promise<FilesByPath> {
  const byDigest = new Map<string, Uint8Array>();
  for (const bytes of among) {
    const own = await digestOf(bytes);
    if (!byDigest.has(own)) byDigest.set(own, bytes);
  }
  return new Map(
    [...told].flatMap(([named, own]) => {
      const bytes = byDigest.get(own);
      return bytes ? [[pathOf(study, named), bytes]] : [];
    }),
  );
}
