// Draws the readings of this example: node examples/air-quality/make-data.mjs
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { exp, fillNormal, fillUniform, randomStream, sin } from '@sightline/engine/internal';

const SEED = 1;
const STATIONS = ['Garden', 'Harbour', 'Market', 'Ring road'];
const DAYS = 40;
const HOURS = 24 * DAYS;
/** How far one hour resembles the next, for the city and for a station by itself. */
const CITY = 0.97;
const OWN = 0.85;
/** The share of hours in which an analyser was silent. */
const SILENT = 0.005;

const two = (number) => String(number).padStart(2, '0');

/** A stationary course of variance 1 that forgets itself hour by hour. */
function course(memory, ...path) {
  const out = new Float64Array(HOURS);
  fillNormal(randomStream(SEED, ...path), out);
  for (let t = 1; t < HOURS; t++) out[t] = memory * out[t - 1] + Math.sqrt(1 - memory * memory) * out[t];
  return out;
}

/** PM2.5 in µg/m³: weather that all stations share, traffic by the hour, and what is a station's own. */
export function airCsv() {
  const city = course(CITY, 'city');
  const warmth = course(CITY, 'warmth');
  const rows = STATIONS.flatMap((station, s) => {
    const own = course(OWN, 'own', s);
    const chance = new Float64Array(HOURS);
    fillUniform(randomStream(SEED, 'silent', s), chance);
    return Array.from({ length: HOURS }, (_, t) => {
      const hour = t % 24;
      const daily = 0.15 * sin(((hour - 3) * Math.PI) / 12) + 0.1 * sin(((hour + 2) * Math.PI) / 6);
      const log = 4 + 0.05 * s + 0.7 * city[t] + 0.3 * own[t] + daily;
      const day = Math.floor(t / 24);
      const when = `2024-${day < 31 ? '01' : '02'}-${two((day % 31) + 1)} ${two(hour)}:00`;
      const warm = (4 + 5 * warmth[t] + 3 * sin(((hour - 9) * Math.PI) / 12)).toFixed(1);
      return [s * HOURS + t + 1, station, when, chance[t] < SILENT ? 'NA' : Math.round(exp(log)), warm];
    });
  });
  return `${[['No', 'station', 'when', 'pm25', 'temperature'], ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(new URL('hourly.csv', import.meta.url), airCsv());
