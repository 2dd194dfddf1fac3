// Draws the hypnograms of this example: node examples/records-sleep/make-data.mjs
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { fillNormal, fillUniform, randomStream } from '@sightline/engine/internal';

const SEED = 1;
const SLEEPERS = 90;
/** An epoch is half a minute; nights have eight hours, more or less. */
const EPOCH = 30;
const HOURS = 8;

const two = (number) => String(number).padStart(2, '0');
const normals = (count, ...path) => {
  const out = new Float64Array(count);
  fillNormal(randomStream(SEED, ...path), out);
  return out;
};

/** The chances of the next stage at a turn: deep sleep early in the night and in a cycle, REM late in both. */
function nextStage(stage, night, cycle, sleeper) {
  const deep = Math.max(0.02, 0.75 * (1 - 1.3 * night) * (1 - cycle) + 0.2 * sleeper.deep);
  const dream = Math.max(0.02, 0.5 * cycle * (0.35 + night) + 0.2 * sleeper.dream);
  const wake = Math.max(0.03, 0.08 + 0.05 * sleeper.wake);
  const chances = { W: wake, N1: 0.1, N2: 0.8, N3: deep, R: dream };
  chances[stage] = 0;
  return Object.entries(chances);
}

/** Minutes that a stage lasts, on average. */
const LASTS = { W: 3, N1: 2, N2: 9, N3: 14, R: 13 };

function night(sleeper, record) {
  const chance = new Float64Array(600);
  fillUniform(randomStream(SEED, 'night', record), chance);
  let drawn = 0;
  const draw = () => chance[drawn++];
  const epochs = Math.round(((HOURS + 1.5 * (draw() - 0.5)) * 3600) / EPOCH);
  const rows = [];
  let stage = 'W';
  let at = 0;
  while (at < epochs) {
    rows.push([record, sleeper.name, at * EPOCH, stage]);
    // Sums of three uniform numbers: lengths that are neither all alike nor wild.
    const spread = (draw() + draw() + draw()) / 1.5;
    at += Math.max(1, Math.round((LASTS[stage] * spread * 60) / EPOCH));
    const chances = nextStage(stage, at / epochs, ((at * EPOCH) % 5400) / 5400, sleeper);
    let left = draw() * chances.reduce((sum, [, share]) => sum + share, 0);
    stage = chances.find(([, share]) => (left -= share) <= 0)?.[0] ?? 'N2';
  }
  rows.push([record, sleeper.name, epochs * EPOCH, '']);
  return rows;
}

export function nightsCsv() {
  const rows = Array.from({ length: SLEEPERS }, (_, i) => {
    const [deep, dream, wake] = normals(3, 'sleeper', i);
    const sleeper = { name: `s${two(i + 1)}`, deep, dream, wake };
    return night(sleeper, `n${two(i + 1)}`);
  }).flat();
  return `${[['record', 'unit', 'time', 'state'], ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(new URL('nights.csv', import.meta.url), nightsCsv());
