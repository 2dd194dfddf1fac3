// Draws the data of these examples: node examples/sparse/make-data.mjs
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { exp, fillNormal, fillUniform, randomStream } from '@sightline/engine/internal';

const SEED = 5;
/** Glucose of a patient over a day, in mg/dl: a quarter of its variance is the patient's own level. */
const LAW = { tau: 3, trait: 0.25, mean: 145, sd: 45, noise: 100 };

/** An Ornstein–Uhlenbeck process with a trait, read with an error at some times, from one time to the next. */
function readings(times, name, patient) {
  const { tau, trait, mean, sd, noise } = LAW;
  const [steps, errors] = [new Float64Array(times.length + 1), new Float64Array(times.length)];
  fillNormal(randomStream(SEED, name, 'steps', patient), steps);
  fillNormal(randomStream(SEED, name, 'errors', patient), errors);
  let z = steps[0];
  return times.map((time, k) => {
    if (k > 0) {
      const rho = exp(-(time - times[k - 1]) / tau);
      z = rho * z + Math.sqrt(1 - rho * rho) * steps[k];
    }
    const level = Math.sqrt(trait) * steps[times.length] + Math.sqrt(1 - trait) * z;
    return mean + sd * level + Math.sqrt(noise) * errors[k];
  });
}

const table = (times, patients, name) => {
  const rows = Array.from({ length: patients }, (_, patient) => {
    const own = times(patient);
    const values = readings(own, name, patient);
    const label = `p${String(patient + 1).padStart(3, '0')}`;
    return own.map((time, k) => `${label},${time},${values[k].toFixed(0)}`);
  });
  return `patient,hour,glucose\n${rows.flat().join('\n')}\n`;
};

/** 150 patients with two to seven finger pricks each, whenever it suited them between 6 and 23 h. */
export function pricksCsv() {
  return table(
    (patient) => {
      const uniform = new Float64Array(8);
      fillUniform(randomStream(SEED, 'hours', patient), uniform);
      const count = 2 + Math.floor(6 * uniform[7]);
      const hours = Array.from(uniform.subarray(0, count), (u) => Number((6 + 17 * u).toFixed(1)));
      return [...new Set(hours)].sort((a, b) => a - b);
    },
    150,
    'pricks',
  );
}

/** 150 patients of the same kind, all at 7, 12 and 18 h: before meals. */
export function mealsCsv() {
  return table(() => [7, 12, 18], 150, 'meals');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = new URL('.', import.meta.url);
  writeFileSync(new URL('pricks.csv', folder), pricksCsv());
  writeFileSync(new URL('meals.csv', folder), mealsCsv());
}
