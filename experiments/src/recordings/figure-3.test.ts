import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFiles, nodeFolder } from '@sightline/data/node';
import { expect, it } from 'vitest';
import { sleepStudy, TIED_IN_REM } from './figure-3.ts';
import { loadRecords } from './recordings.ts';

const data = process.env.SIGHTLINE_DATA || fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const there = ['sleep-edfx', 'splits'].every((name) => existsSync(join(data, name)));

it.skipIf(!there)('the anchors that are said to tie do, and none beside them', async () => {
  const loaded = await loadRecords(sleepStudy, {
    files: { ...nodeFiles, folder: nodeFolder },
    data,
    seed: 1,
  });
  if ('skipped' in loaded) throw new Error(loaded.skipped);
  const { set, folds } = loaded.plan.analyses.find(({ name }) => name === 'REM')!;
  const { cols, data: read } = set.targets[0]!.features;
  const training = Array.from(folds.outer.keys()).filter((i) => folds.outer[i] !== TIED_IN_REM.fold);
  const [first, ...others] = TIED_IN_REM.anchors as [number, ...number[]];
  const reads = (anchor: number) => training.map((i) => read[i * cols + anchor]!);
  for (const anchor of others) expect(reads(anchor)).toEqual(reads(first));
  for (const anchor of [first - 1, others.at(-1)! + 1]) expect(reads(anchor)).not.toEqual(reads(first));
});
