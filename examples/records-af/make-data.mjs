// Draws the rhythm of this example's days: node examples/records-af/make-data.mjs
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { exp, fillNormal, fillUniform, log, randomStream } from '@sightline/engine/internal';

const SEED = 1;
const PATIENTS = 60;
const DAY = 24 * 60;

const two = (number) => String(number).padStart(2, '0');

/** A day of a patient, minute by minute where the rhythm changes: episodes of a patient's own length and frequency. */
function day(patient) {
  const nature = new Float64Array(2);
  fillNormal(randomStream(SEED, 'patient', patient), nature);
  const inSinus = 150 * exp(0.9 * nature[0]);
  const inFibrillation = 60 * exp(1.1 * nature[1]);
  const chance = new Float64Array(600);
  fillUniform(randomStream(SEED, 'day', patient), chance);
  let drawn = 0;
  let fibrillates = chance[drawn++] < inFibrillation / (inSinus + inFibrillation);
  const rows = [];
  for (let at = 0; at < DAY; fibrillates = !fibrillates) {
    const minutes = -log(1 - chance[drawn++]) * (fibrillates ? inFibrillation : inSinus);
    const to = Math.min(DAY, at + Math.max(1, Math.round(minutes)));
    rows.push([`p${two(patient)}`, at * 60, to * 60, fibrillates ? 'AFIB' : 'N']);
    at = to;
  }
  return rows;
}

export function daysCsv() {
  const rows = Array.from({ length: PATIENTS }, (_, i) => day(i + 1)).flat();
  return `${[['record', 'from', 'to', 'state'], ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(new URL('days.csv', import.meta.url), daysCsv());
