import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { sha256 } from '../pieces/digest.ts';
import { QueueRefused } from './address.ts';
import { inputKey, KEPT, MEGABYTE, MOST_INPUT } from './names.ts';

// Inputs by the SHA-256 of their bytes, so that who asks for one knows whether these are they. Large ones lie in a folder that
// all hosts see.

const fileOf = (share: string, digest: string) => join(share, 'inputs', digest);

/** Puts an input where workers find it, unless it is there. */
export async function putInput(
  redis: Redis,
  digest: string,
  bytes: Uint8Array,
  share: string | undefined,
): Promise<void> {
  if (bytes.length <= MOST_INPUT) {
    if ((await redis.expire(inputKey(digest), KEPT)) === 1) return;
    await redis.set(inputKey(digest), Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), 'EX', KEPT);
    return;
  }
  if (share === undefined)
    throw new QueueRefused(
      `the input has ${Math.ceil(bytes.length / MEGABYTE)} MB, and the queue takes ${MOST_INPUT / MEGABYTE}`,
      '--share with a folder that this host and the workers see',
    );
  const file = fileOf(share, digest);
  if (statSync(file, { throwIfNoEntry: false })?.size === bytes.length) return;
  mkdirSync(join(share, 'inputs'), { recursive: true });
  writeFileSync(`${file}.${process.pid}.new`, bytes);
  renameSync(`${file}.${process.pid}.new`, file);
}

/** Thrown where an input is not there (any more): whoever asked for the work puts it there again. */
export class InputMissing extends Error {}
/** Thrown where other bytes lie under an input's digest. */
export class InputForged extends Error {}

export async function getInput(redis: Redis, digest: string, share: string | undefined): Promise<Uint8Array> {
  const length = await redis.strlen(inputKey(digest));
  if (length > MOST_INPUT)
    throw new InputForged(`the input ${digest} has ${length} bytes, more than an input may have`);
  const bytes = length > 0 ? await redis.getBuffer(inputKey(digest)) : sharedInput(digest, share);
  if (bytes === null || bytes === undefined)
    throw new InputMissing(`the input ${digest} is not in the queue`);
  if (sha256(bytes) !== digest)
    throw new InputForged(`other bytes than those of the input ${digest} lie in its place`);
  return bytes;
}

function sharedInput(digest: string, share: string | undefined): Uint8Array | undefined {
  if (share === undefined) return undefined;
  const file = fileOf(share, digest);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : undefined;
}
