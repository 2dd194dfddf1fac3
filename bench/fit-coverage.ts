// How often the 95 % intervals of fitted parameters hold the truth, over many simulated sets of sparse readings: of the parameters that the
// times of the readings determine, each by itself.
// `npm run bench -- fit-coverage [sets] [setting]`, with a process for each core.
import {
  type FitMethod,
  type FitModel,
  fitLaw,
  type KernelName,
  type KernelSpec,
  randomStream,
} from '@sightline/engine/internal';
import { type ReadingsLaw, readingsText, simulatedReadings } from './simulated-readings.ts';
import { CORES, settingsAsked, simulatedStudies } from './studies.ts';

interface Setting extends ReadingsLaw {
  name: string;
  model: Omit<FitModel, 'kernel'>;
  method?: FitMethod;
  /** Whether the model holds: then the intervals have to. */
  holds: boolean;
}

const base = {
  kernel: { ou: { tau: 3 } } as KernelSpec,
  trait: 0.3,
  mean: () => 140,
  sd: 50,
  noise: 200,
  units: 100,
  readings: 6,
  model: { trait: true, mean: 'constant', noise: 'estimated' } as Setting['model'],
  holds: true,
};

const settings: Setting[] = [
  { ...base, name: 'OU and trait' },
  { ...base, name: 'OU and trait, few units', units: 40, readings: 8 },
  { ...base, name: 'OU and trait, few units, restricted likelihood', units: 40, readings: 8, method: 'reml' },
  { ...base, name: 'OU and trait, many units with few readings', units: 400, readings: 4 },
  { ...base, name: 'OU and trait, noise known', model: { ...base.model, noise: 200 } },
  {
    ...base,
    name: 'Matérn 3/2 without a trait',
    kernel: { matern32: { tau: 4 } },
    trait: 0,
    model: { ...base.model, trait: false },
  },
  { ...base, name: 'Matérn 5/2 and trait', kernel: { matern52: { tau: 5 } } },
  {
    ...base,
    name: 'damped cosine and trait',
    kernel: { dampedCosine: { decay: 8, period: 10 } },
    readings: 10,
  },
  {
    ...base,
    name: 'OU and trait, mean smooth in time',
    mean: (t) => 140 + 25 * Math.sin((Math.PI * t) / 12),
    model: { ...base.model, mean: { smooth: 5 } },
  },
  { ...base, name: 'OU and trait, 4 days of each unit that share the trait', units: 60, trajectories: 4 },
  { ...base, name: 'OU and trait, 20 units', units: 20, readings: 8, holds: false },
  { ...base, name: 'OU and trait, tails of Student with 6 degrees of freedom', freedom: 6, holds: false },
];

/** The true value of a parameter; of a smooth mean at its knots it is near the sine only, so that only the others count. */
function truthOf({ kernel, trait, mean, sd, noise }: Setting, name: string): number | undefined {
  const own = Object.values(kernel)[0] as Record<string, number>;
  const truth: Record<string, number> = { ...own, trait, mean: mean(0), sd, noise };
  return truth[name];
}

/** Of each parameter: sets in which it was determined, and those in which the truth was below or above its interval; those on the boundary. */
type Counts = Record<string, [sets: number, below: number, above: number, boundary: number]>;

function oneSet(setting: Setting, set: number): Counts {
  const readings = simulatedReadings(setting, randomStream(set, 'fit-coverage', setting.name));
  const model = { ...setting.model, kernel: Object.keys(setting.kernel)[0] as KernelName };
  const { parameters } = fitLaw(readings, model, { method: setting.method ?? 'ml', horizon: 24 });
  return Object.fromEntries(
    parameters.flatMap(({ name, determined, low, high, unconstrained }) => {
      const truth = truthOf(setting, name);
      if (truth === undefined) return [];
      const found = determined ? [1, Number(truth < low), Number(truth > high)] : [0, 0, 0];
      return [[name, [...found, Number(unconstrained === null)]]];
    }),
  ) as Counts;
}

interface Part {
  setting: number;
  studies: number;
}

const made = simulatedStudies(import.meta.url, ({ setting }: Part, set) => oneSet(settings[setting]!, set));
if (made) {
  const sets = Number(process.argv[2] ?? 1000);
  console.log(
    `${sets} sets each, ${CORES} processes; truth within the interval, below it and above it, in %`,
  );
  const share = (part: number, of: number) => ((100 * part) / of).toFixed(1).padStart(5);
  for (const [setting, own] of settingsAsked(settings, process.argv[3])) {
    const { sum } = await made({ setting, studies: sets });
    console.log(`${setting + 1}. ${own.name}: ${readingsText(own)}`);
    for (const [parameter, [counted, below, above, boundary]] of Object.entries(sum)) {
      const covers = 1 - (below + above) / counted;
      const notes = [
        counted < sets ? `not determined in ${sets - counted} sets` : '',
        boundary > 0 ? `on the boundary in ${boundary}` : '',
        own.holds && (covers < 0.93 || covers > 0.97) ? 'NOT within 93 to 97 %' : '',
      ].filter((note) => note !== '');
      console.log(
        `  ${parameter.padEnd(8)}${share(counted - below - above, counted)}${share(below, counted)}${share(above, counted)}  ${notes.join(', ')}`.trimEnd(),
      );
    }
  }
}
