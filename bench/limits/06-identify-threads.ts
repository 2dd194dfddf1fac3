import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answered } from '../sightline.ts';
import type { LimitRow } from './limit-row.ts';

const WANTED = 1.8;
const POINTS = 96;
const ROUNDS = 2;

/** Windows under weights that differ between times: no two points are the same to them, and a programme has all of them. */
const study = (others: readonly number[]) => `sightline: 1
time: { horizon: 20, points: ${POINTS} }
target: mean
weights: { recency: 5 }
latent: { kernel: { ou: { tau: 3 } } }
protocols:
  seen: { at: [2, 7, 12, 17], width: 4, noise: 0.2 }
${others.map((at) => `  at-${at}: { at: [12, ${at}], width: 4, noise: 0.2 }`).join('\n')}
realised: seen
`;
const STUDIES = { 'three alternatives': [5, 10, 15], 'one alternative': [10] };

const timed = (file: string, threads: number) => answered(['identify', file, '--workers', `${threads}`]);

/** Wall time by nature: what threads are for. */
export const row: LimitRow = {
  name: 'identify-threads',
  work: `identify, three alternatives on ${POINTS} points, two threads`,
  wanted: `${WANTED} times one thread`,
  measure() {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-identify-'));
    const file = join(folder, 'study.yaml');
    const measured = Object.entries(STUDIES).map(([label, others]) => {
      writeFileSync(file, study(others));
      const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      // In turn, so that what else the machine does meets both of them.
      for (let round = 0; round < ROUNDS; round++) {
        const [one, two] = [timed(file, 1), timed(file, 2)];
        if (one.text !== two.text) throw new Error('two threads give another answer');
        least[0] = Math.min(least[0]!, one.seconds);
        least[1] = Math.min(least[1]!, two.seconds);
      }
      return { label, one: least[0]!, two: least[1]!, ratio: least[0]! / least[1]! };
    });
    rmSync(folder, { recursive: true });
    const [three] = measured;
    return {
      reached: `${three!.ratio.toFixed(2)} times`,
      met: three!.ratio >= WANTED,
      more: measured.map(
        ({ label, one, two, ratio }) =>
          `${label.padEnd(18)} ${one.toFixed(1)} s and ${two.toFixed(1)} s, ${ratio.toFixed(2)} times`,
      ),
    };
  },
};
