// What a checkpoint looks like on disk: portions, each with its length and checksum, so that a file which was cut off at
// any byte still has its beginning. The first portion says what the others belong to.
import { createHash } from 'node:crypto';
import { plainBytes, plainData } from '../threads/plain-bytes.ts';

/** What the portions of a checkpoint belong to. Where any of it differs, it is another checkpoint. */
export interface CheckpointHead {
  /** Program, seed and everything else that a run was started with. */
  run: string;
  experiment: string;
  /** The divided work that its pieces are of; for the outcome of the whole experiment null. */
  work: { name: string; input: string; pieces: number } | null;
}

export interface CheckpointRead {
  head: CheckpointHead | null;
  portions: unknown[];
  /** So many bytes are whole portions; what follows was being written when the run ended. */
  whole: number;
  /** Something is there that was never written so. */
  damaged: boolean;
}

const FORMAT = 'sightline checkpoint 1';
const SUM = 16;
const BEFORE = 4 + SUM;

/** A name for the file, that another head has not. */
export function checkpointName(head: CheckpointHead): string {
  return `${head.experiment}-${digestOf(head).slice(0, 20)}.${head.work ? 'pieces' : 'outcome'}`;
}

/** SHA-256 of plain data. */
export function digestOf(data: unknown): string {
  return createHash('sha256').update(plainBytes(data)).digest('hex');
}

export function headPortion(head: CheckpointHead): Uint8Array {
  return portion({ format: FORMAT, head });
}

export function portion(data: unknown): Uint8Array {
  const bytes = plainBytes(data);
  const written = Buffer.alloc(BEFORE + bytes.length);
  written.writeUInt32LE(bytes.length);
  written.set(checksum(bytes), 4);
  written.set(bytes, BEFORE);
  return written;
}

export function readCheckpoint(file: Uint8Array): CheckpointRead {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const portions: unknown[] = [];
  let whole = 0;
  while (whole + BEFORE <= bytes.length) {
    const end = whole + BEFORE + bytes.readUInt32LE(whole);
    if (end > bytes.length) break;
    const held = bytes.subarray(whole + BEFORE, end);
    if (!checksum(held).equals(bytes.subarray(whole + 4, whole + BEFORE))) return DAMAGED;
    try {
      portions.push(plainData(held));
    } catch {
      return DAMAGED;
    }
    whole = end;
  }
  const [first, ...others] = portions as [{ format: string; head: CheckpointHead } | undefined];
  if (first && first.format !== FORMAT) return DAMAGED;
  return { head: first?.head ?? null, portions: others, whole, damaged: false };
}

const DAMAGED: CheckpointRead = { head: null, portions: [], whole: 0, damaged: true };

function checksum(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest().subarray(0, SUM);
}
