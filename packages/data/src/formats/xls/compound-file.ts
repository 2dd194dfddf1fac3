import { type RecordingRefused, refusedAt } from '../recording-problem.ts';

/** A stream of a compound file, or everything that keeps it from being read. */
type StreamRead = { ok: true; bytes: Uint8Array } | RecordingRefused;

const MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Numbers of sectors from here on are marks: free, end of chain, … */
const MARKS = 0xfffffffa;
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
/** A stream below this size lies in the small sectors of the root's stream. */
const SMALL_BELOW = 4096;
const SMALL_BYTES = 64;

/**
 * A stream of an OLE2 compound file, by the first of the names that is there: a file system of sectors in chains, as
 * Excel used until 2007. Chains that are broken or run in circles are refused. O(bytes).
 */
export function compoundStream(bytes: Uint8Array, names: readonly string[]): StreamRead {
  const refused = (byte: number, value: unknown, why: string, accepted = 'a whole .xls file') =>
    refusedAt(byte, value, why, accepted);
  if (!MAGIC.every((byte, i) => bytes[i] === byte))
    return refused(
      0,
      [...bytes.subarray(0, 8)],
      bytes[0] === 0x50 && bytes[1] === 0x4b
        ? 'this is a newer Excel file (.xlsx)'
        : 'this is not an Excel file of the old format',
      'a file saved as Excel 97–2003 (.xls)',
    );
  if (bytes.length < HEADER_BYTES) return refused(bytes.length, bytes.length, 'the file is cut off');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shift = view.getUint16(30, true);
  if (shift !== 9 && shift !== 12)
    return refused(30, shift, 'the size of its sectors cannot be used', '9 or 12, for 512 or 4096 bytes');
  const size = 1 << shift;
  /** Whole sectors after the header, which takes one. */
  const sectors = Math.floor(bytes.length / size) - 1;
  const at = (sector: number) => (sector + 1) * size;
  const inFile = (sector: number) => sector < sectors;

  // The table of chains is itself in sectors: 109 of them are named in the header, the others in a chain of lists.
  const tableSectors: number[] = [];
  const addTable = (from: number, count: number) => {
    for (let i = 0; i < count; i++) {
      const sector = view.getUint32(from + 4 * i, true);
      if (inFile(sector)) tableSectors.push(sector);
    }
  };
  addTable(76, 109);
  const lists = new Set<number>();
  for (let list = view.getUint32(68, true); inFile(list) && !lists.has(list); ) {
    lists.add(list);
    addTable(at(list), size / 4 - 1);
    list = view.getUint32(at(list) + size - 4, true);
  }
  const perSector = size / 4;
  const after = (sector: number) => {
    const table = tableSectors[Math.floor(sector / perSector)];
    return table === undefined ? MARKS : view.getUint32(at(table) + 4 * (sector % perSector), true);
  };
  const stream = (first: number) => joined(first, sectors, after, (s) => bytes.subarray(at(s), at(s) + size));

  const directory = stream(view.getUint32(48, true));
  if (!directory) return refused(48, view.getUint32(48, true), 'the list of its streams is broken');
  const entries = entriesOf(directory);
  const root = entries.find(({ kind }) => kind === 5);
  const entry = names.map((name) => entries.find((e) => e.kind === 2 && e.name === name)).find(Boolean);
  if (!entry)
    return refused(
      48,
      entries.slice(0, 8).map(({ name }) => name),
      'there is no workbook in this file',
      `a stream ${names.join(' or ')}, as Excel writes it`,
    );
  let whole: Uint8Array | undefined;
  if (entry.size >= SMALL_BELOW) whole = stream(entry.first);
  else {
    const small = root && stream(root.first);
    const table = stream(view.getUint32(60, true));
    if (small && table) {
      const links = new DataView(table.buffer, table.byteOffset, table.byteLength);
      const count = Math.min(Math.floor(small.length / SMALL_BYTES), Math.floor(table.length / 4));
      whole = joined(
        entry.first,
        count,
        (s) => links.getUint32(4 * s, true),
        (s) => small.subarray(s * SMALL_BYTES, (s + 1) * SMALL_BYTES),
      );
    }
  }
  if (!whole || whole.length < entry.size)
    return refused(
      bytes.length,
      `${whole?.length ?? 0} bytes`,
      `${entry.name} is cut off or its chain broken`,
    );
  return { ok: true, bytes: whole.subarray(0, entry.size) };
}

/** The pieces of a chain one after the other; nothing where it leaves the file or comes back to a piece. */
function joined(
  first: number,
  count: number,
  after: (piece: number) => number,
  bytesOf: (piece: number) => Uint8Array,
): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  let piece = first;
  for (; piece < MARKS; piece = after(piece)) {
    if (piece >= count || pieces.length >= count) return undefined;
    pieces.push(bytesOf(piece));
  }
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const bytes of pieces) {
    whole.set(bytes, from);
    from += bytes.length;
  }
  return whole;
}

interface Entry {
  name: string;
  /** 2 for a stream, 5 for the root. */
  kind: number;
  first: number;
  size: number;
}

function entriesOf(directory: Uint8Array): Entry[] {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
  const count = Math.floor(directory.length / ENTRY_BYTES);
  return Array.from({ length: count }, (_, i) => {
    const from = i * ENTRY_BYTES;
    // The name's size is in bytes and counts the NUL at its end.
    const letters = Math.max(0, Math.min(64, view.getUint16(from + 64, true)) / 2 - 1);
    const name = Array.from({ length: Math.floor(letters) }, (_, k) =>
      String.fromCharCode(view.getUint16(from + 2 * k, true)),
    ).join('');
    return {
      name,
      kind: directory[from + 66]!,
      first: view.getUint32(from + 116, true),
      size: view.getUint32(from + 120, true),
    };
  });
}
