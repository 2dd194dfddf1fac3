import { closeSync, openSync, readSync } from 'node:fs';
import { type DividedWork, openRounds, type Workers, zeros } from '@sightline/engine/internal';
import { plainReport } from '../dense/file.ts';
import {
  type FinishedSample,
  MOST_HELD,
  type SampleKind,
  type SamplePart,
  sampleInProgress,
  samplePart,
} from '../dense/sample.ts';
import type { DenseReport, DenseRequest, DenseRows } from '../dense/units.ts';
import { copyColumn, TILE } from '../dense/wide-records.ts';
import { NotPlain } from '../formats/parquet/byte-stream.ts';
import { labelCursor, numberCursor } from '../formats/parquet/column-cursor.ts';
import { plainTable, type RowStretch } from './plain-parquet.ts';
import { hashName, seenHashes } from './seen-names.ts';

export interface PiecesInput {
  kind: SampleKind;
  /** Whether each unit's target stands in the last column. */
  measuredTarget: boolean;
  pieces: RowStretch[][];
}

/** The input with other paths to the same files: on another host they lie elsewhere. */
export function relocatedPieces(input: PiecesInput, place: (path: string) => string): PiecesInput {
  const pieces = input.pieces.map((stretches) =>
    stretches.map((stretch) => ({ ...stretch, path: place(stretch.path) })),
  );
  return { ...input, pieces };
}

/** What a piece of a file comes to, with two hashes of each unit's name; or that it is not as plain as its head promised. */
type DensePiece = { part: SamplePart; names: Uint32Array } | 'not plain';

/** Rows that are read together. */
const BLOCK = 2048;

/** Trajectories of large files, piece by piece: each reads its own rows, by a handle of its own. */
export const densePieces: DividedWork<PiecesInput, DensePiece> = {
  name: 'dense pieces',
  prepare({ kind, measuredTarget, pieces }) {
    return (piece) => {
      const part = samplePart(kind);
      const stretches = pieces[piece]!;
      const names = new Uint32Array(2 * stretches.reduce((sum, { rows }) => sum + rows, 0));
      let known = 0;
      try {
        for (const stretch of stretches)
          readRows(stretch, kind.points, measuredTarget, (rows) => {
            for (const unit of rows.units) hashName(unit, names, 2 * known++);
            part.add(rows);
          });
      } catch {
        // Broken bytes stop a decoder wherever they like. Whoever reads the file next says what is wrong with it.
        return 'not plain';
      }
      return { part: part.finished(), names };
    };
  },
  handsOver(piece) {
    if (piece === 'not plain') return [];
    const [first] = piece.part.moments;
    return first ? [first.lower.buffer as ArrayBuffer] : [];
  },
};

/** The rows in blocks, each of which holds until the next. Throws NotPlain where a name or a value cannot be used. */
function readRows(
  { path, columns, before, rows }: RowStretch,
  points: number,
  measuredTarget: boolean,
  onBlock: (rows: DenseRows) => void,
): void {
  const file = openSync(path, 'r');
  try {
    const read = (into: Uint8Array, from: number) => readSync(file, into, 0, into.length, from);
    const names = labelCursor(read, columns[0]!);
    const numbers = columns.slice(1).map((column) => numberCursor(read, column));
    names.skip(before);
    for (const cursor of numbers) cursor.skip(before);
    const cells = numbers.map(() => new Float64Array(Math.min(BLOCK, rows)));
    const room = new Float64Array(Math.min(BLOCK, rows) * points);
    for (let done = 0; done < rows; ) {
      const count = Math.min(BLOCK, rows - done);
      const units: string[] = Array(count);
      names.read(count, units);
      if (units.includes('')) throw new NotPlain();
      numbers.forEach((cursor, k) => {
        cursor.read(count, cells[k]!);
      });
      const values = { rows: count, cols: points, data: room.subarray(0, count * points) };
      for (let start = 0; start < count; start += TILE)
        for (let j = 0; j < points; j++)
          if (!copyColumn(cells[j]!, start, Math.min(count, start + TILE), values, j)) throw new NotPlain();
      const targets = zeros(count, 1);
      if (measuredTarget && !copyColumn(cells[points]!, 0, count, targets, 0)) throw new NotPlain();
      onBlock({ units, values, ...(measuredTarget && { targets: targets.data }) });
      done += count;
    }
  } finally {
    closeSync(file);
  }
}

/** Pieces that are on their way at the same time: their moments are large. */
const AHEAD = 3;
/** Of finer grids, the moments of several pieces at a time would take more memory than they save time. */
const MOST_POINTS = 181;
/** Fewer values than this are read before threads have started. */
const WORTH_THREADS = 1 << 24;

export interface PiecesOptions {
  workers?: Workers | undefined;
  /** Values from which on they are asked. */
  worthIt?: number;
  signal?: AbortSignal | undefined;
  onUnits?: ((units: number) => void) | undefined;
}

/**
 * The sample of a large wide table in Parquet without gaps, by whoever makes its pieces; these are added in their order, so that
 * it makes no difference to a byte. Undefined where the table is another one or has something to be told: streamDense reads it.
 */
export async function readPieces(
  files: string | readonly string[],
  request: DenseRequest,
  kind: SampleKind,
  { workers, worthIt = WORTH_THREADS, signal, onUnits }: PiecesOptions = {},
): Promise<(FinishedSample & { report: DenseReport }) | undefined> {
  const table = await plainTable(typeof files === 'string' ? [files] : files, request);
  if (!table || table.rows <= MOST_HELD || kind.points > MOST_POINTS) return undefined;
  const { layout, rows, pieces } = table;
  const input = { kind, measuredTarget: layout.target !== undefined, pieces };
  const many = rows * kind.points >= worthIt;
  const rounds = openRounds(many ? workers : undefined, densePieces, input, { signal, atOnce: true });
  const sample = sampleInProgress(kind);
  const isSeen = seenHashes();
  try {
    const coming: Promise<DensePiece[]>[] = [];
    let [next, units] = [0, 0];
    while (next < pieces.length || coming.length > 0) {
      while (next < pieces.length && coming.length < Math.max(AHEAD, rounds.ahead?.() ?? 0)) {
        const ahead = rounds.make([next++]);
        // Where this ends early nobody waits for those that are on their way.
        ahead.catch(() => {});
        coming.push(ahead);
      }
      const [piece] = await coming.shift()!;
      signal?.throwIfAborted();
      if (piece === undefined || piece === 'not plain') return undefined;
      const { part, names } = piece;
      for (let n = 0; n < names.length; n += 2) if (isSeen(names[n]!, names[n + 1]!)) return undefined;
      sample.addPart(part);
      units += names.length / 2;
      onUnits?.(units);
    }
  } finally {
    await rounds.close();
  }
  const finished = sample.finished();
  const { smallest, largest } = finished.survey;
  const constant = [...request.times].filter((_, j) => smallest[j]!.value === largest[j]!.value);
  if (constant.length > 0 && request.constant !== 'accept') return undefined;
  return { ...finished, report: plainReport(layout, request, { rows, constant }) };
}
