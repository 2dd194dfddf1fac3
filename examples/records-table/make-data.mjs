// Draws the records of this example: node examples/records-table/make-data.mjs
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { fillNormal, fillUniform, randomStream } from '@sightline/engine/internal';

const SEED = 1;
const WORKERS = 48;
/** Every third worker was watched on a second day. */
const days = (worker) => (worker % 3 === 0 ? 2 : 1);
/** Seconds between two looks at the work, and how far one look resembles the next. */
const STEP = 300;
const MEMORY = 0.82;
const STATES = ['sit', 'walk', 'lift'];

const two = (number) => String(number).padStart(2, '0');

/** The states of one shift, a row for each change. */
function shift(worker, day) {
  const habit = new Float64Array(2);
  fillNormal(randomStream(SEED, 'habit', worker), habit);
  const length = new Float64Array(1);
  fillUniform(randomStream(SEED, 'length', worker, day), length);
  const steps = 84 + Math.floor(24 * length[0]);
  const noise = new Float64Array(steps);
  fillNormal(randomStream(SEED, 'course', worker, day), noise);
  const site = worker % 2 === 0 ? 'store' : 'ward';
  const about = [`w${two(worker)}d${day}`, `w${two(worker)}`, site, 1 + Math.floor(10 * Math.abs(habit[1]))];
  const rows = [];
  let load = noise[0];
  let last = '';
  for (let k = 0; k < steps; k++) {
    load = MEMORY * load + Math.sqrt(1 - MEMORY * MEMORY) * noise[k];
    // In the store most is lifted when lorries come, early; on the ward the work is spread out.
    const busy = site === 'store' ? 0.9 - 2 * (k / steps) : 0;
    const level = load + 0.5 * habit[0] + busy;
    const state = level > 0.7 ? STATES[2] : level > -0.4 ? STATES[1] : STATES[0];
    if (state !== last) rows.push([...about, k * STEP, state]);
    last = state;
  }
  // A last row without a state says when the shift ends.
  return [...rows, [...about, steps * STEP, '']];
}

export function shiftsCsv() {
  const rows = Array.from({ length: WORKERS }, (_, i) => i + 1).flatMap((worker) =>
    Array.from({ length: days(worker) }, (_, day) => shift(worker, day + 1)).flat(),
  );
  const head = ['record', 'unit', 'stratum', 'years', 'time', 'state'];
  return `${[head, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(new URL('shifts.csv', import.meta.url), shiftsCsv());
