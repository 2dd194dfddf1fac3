// Draws the data of this example: node examples/two-rounds/make-data.mjs
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { defaultKernels, exp, fillNormal, fillUniform, randomStream } from '@sightline/engine/internal';

const SEED = 1;
const UNITS = 480;
const READINGS = 5;

/**
 * Blood pressure between 06:00 and 22:00, five readings a patient at random times of one of two rounds: the early one until 15:00,
 * the late one from 13:00 on. Its correlations fall to a trait of 0.3 within some hours; the noise has variance 25.
 */
export function readingsCsv() {
  const rows = Array.from({ length: UNITS }, (_, unit) => {
    const uniform = new Float64Array(READINGS);
    fillUniform(randomStream(SEED, 'times', unit), uniform);
    const from = unit % 2 === 0 ? 0 : 7;
    // In thousandths of an hour, as they are written.
    const times = Array.from(uniform, (u) => Math.round(1000 * (from + 9 * u)) / 1000).sort((a, b) => a - b);
    const law = {
      rows: READINGS,
      cols: READINGS,
      data: Float64Array.from(times.flatMap((t) => times.map((u) => 0.3 + 0.7 * exp(-Math.abs(t - u) / 4)))),
    };
    const { factor } = defaultKernels().cholesky(law);
    const [latent, noise] = ['latent', 'noise'].map((name) => {
      const draws = new Float64Array(READINGS);
      fillNormal(randomStream(SEED, name, unit), draws);
      return draws;
    });
    return times.map((t, a) => {
      let z = 0;
      for (let b = 0; b <= a; b++) z += factor.data[a * READINGS + b] * latent[b];
      const value = 128 + 0.6 * t + (11 + 0.2 * t) * z + 5 * noise[a];
      return [`p${String(unit + 1).padStart(3, '0')}`, t.toFixed(3), value.toFixed(0)].join(',');
    });
  });
  return `${['patient,time,pressure', ...rows.flat()].join('\n')}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(new URL('readings.csv', import.meta.url), readingsCsv());
