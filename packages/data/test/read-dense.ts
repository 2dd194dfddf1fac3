// A whole file on disk at once: programs stream it, tests compare it.
import { zeros } from '@sightline/engine/internal';
import type { DenseRead, DenseRequest, DenseRows } from '../src/dense/units.ts';
import { streamDense } from '../src/node/dense.ts';

export async function readDense(path: string, request: DenseRequest): Promise<DenseRead> {
  const parts: DenseRows[] = [];
  const end = await streamDense(path, request, (rows) => parts.push(rows));
  return end.ok ? { ok: true, data: { ...joinRows(parts, request), report: end.report } } : end;
}

/** The units of several tables together. */
export function joinRows(
  parts: readonly DenseRows[],
  { times, replicates, target }: DenseRequest,
): DenseRows {
  const replicated = replicates !== undefined;
  const count = parts.reduce((sum, { units }) => sum + units.length, 0);
  const values = zeros(count, times.length);
  const within = zeros(replicated ? count : 0, times.length);
  const counts = new Int32Array(replicated ? count : 0);
  const averaged = parts.some(({ readings }) => readings !== undefined);
  const readings = zeros(averaged ? count : 0, times.length);
  readings.data.fill(1);
  const interpolated = parts.some(({ filled }) => filled !== undefined);
  const filled = zeros(interpolated ? count : 0, times.length);
  const targets = new Float64Array(target === undefined ? 0 : count);
  const units: string[] = [];
  const trajectories: string[] = [];
  for (const part of parts) {
    const from = units.length;
    values.data.set(part.values.data, from * times.length);
    if (part.within) within.data.set(part.within.data, from * times.length);
    if (part.counts) counts.set(part.counts, from);
    if (part.readings) readings.data.set(part.readings.data, from * times.length);
    if (part.filled) filled.data.set(part.filled.data, from * times.length);
    if (part.targets) targets.set(part.targets, from);
    for (const unit of part.units) units.push(unit);
    for (const trajectory of part.trajectories ?? []) trajectories.push(trajectory);
  }
  return {
    units,
    ...(parts.some((part) => part.trajectories) ? { trajectories } : {}),
    values,
    ...(replicated ? { within, counts } : {}),
    ...(averaged ? { readings } : {}),
    ...(interpolated ? { filled } : {}),
    ...(target === undefined ? {} : { targets }),
  };
}
