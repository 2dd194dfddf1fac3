// Draws the records of this example: node examples/records-clock/make-data.mjs
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { exp, fillNormal, fillUniform, randomStream, sin } from '@sightline/engine/internal';

const SEED = 1;
const PATIENTS = 24;
/** Readings of a sensor a day, and how far one resembles the next. */
const READINGS = 48;
const MEMORY = 0.9;
/** The share of days on which the sensor was off for some hours. */
const GAPS = 0.1;

const two = (number) => String(number).padStart(2, '0');
const normals = (count, ...path) => {
  const out = new Float64Array(count);
  fillNormal(randomStream(SEED, ...path), out);
  return out;
};

/** Glucose of one day in mg/dl: a patient's own level, meals, and a course that forgets itself within some hours. */
function day(patient, number) {
  const [level, meals] = normals(2, 'patient', patient);
  const [today] = normals(1, 'day', patient, number);
  const noise = normals(READINGS, 'course', patient, number);
  const chance = new Float64Array(2);
  fillUniform(randomStream(SEED, 'gap', patient, number), chance);
  const off = chance[0] < GAPS ? Math.floor(chance[1] * (READINGS - 8)) : -1;
  const rows = [];
  let course = noise[0];
  for (let k = 0; k < READINGS; k++) {
    if (k > 0) course = MEMORY * course + Math.sqrt(1 - MEMORY * MEMORY) * noise[k];
    const hour = k / 2;
    const eaten = Math.max(0, sin(((hour - 6) * Math.PI) / 6)) * (hour >= 6 && hour < 24 ? 1 : 0);
    const log = 4.95 + 0.16 * level + 0.08 * today + (0.2 + 0.08 * meals) * eaten + 0.18 * course;
    const value = off >= 0 && k >= off && k < off + 8 ? '' : Math.round(exp(log));
    const when = `2024-05-${two(number + 1)}T${two(Math.floor(hour))}:${k % 2 === 0 ? '00' : '30'}`;
    rows.push([1000 + patient, `p${two(patient)}`, when, value]);
  }
  return rows;
}

export function glucoseCsv() {
  const rows = Array.from({ length: PATIENTS }, (_, i) => i + 1).flatMap((patient) =>
    Array.from({ length: 2 + (patient % 3) }, (_, number) => day(patient, number)).flat(),
  );
  return `${[['serial', 'patient', 'when', 'glucose'], ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(new URL('glucose.csv', import.meta.url), glucoseCsv());
