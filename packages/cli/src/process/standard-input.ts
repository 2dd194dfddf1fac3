import { fstatSync } from 'node:fs';
import { UnreadableFile } from '@sightline/data';

/** As much as is read of a file at once. */
const MOST_BYTES = 512 * 0x100000;

let read: Promise<Uint8Array> | undefined;

/** All bytes of standard input: they come once, and are kept for whoever asks again. */
export function standardInput(): Promise<Uint8Array> {
  read ??= allOf(process.stdin);
  return read;
}

async function allOf(input: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Node reads a folder, `< .`, as nothing at all.
    if (input === process.stdin && fstatSync(0).isDirectory()) throw new Error('it is a folder');
    for await (const chunk of input) {
      size += chunk.length;
      if (size > MOST_BYTES)
        throw new UnreadableFile(
          '-',
          `standard input has more than ${MOST_BYTES} bytes`,
          'fewer bytes, or a file',
        );
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const why = `standard input cannot be read (${error instanceof Error ? error.message : String(error)})`;
    throw new UnreadableFile('-', why, 'a study or a table, such as `< study.yaml`, or a file');
  }
  return Buffer.concat(chunks);
}
