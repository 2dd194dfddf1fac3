// The uniform error of Figure 2a as in numpy_figure_2a.py, both on one thread, one m after the other: prints the seconds of
// as many replications, how many times faster the engine is, and the mean errors, which have to agree.
import {
  action,
  asFamily,
  classOutcomes,
  copyMatrix,
  familyValuesOfTargets,
  kernelMatrix,
  meanAndDeviation,
  plugInFromCentred,
  randomStream,
  simulatedScatter,
  subsets,
  target,
  targetWeights,
  timeGrid,
  unitLaw,
} from '@sightline/engine/internal';
import { findPython, printedBy } from './beside-numpy.ts';
import { cpuSeconds } from './cpu-seconds.ts';

const UNITS = [25, 100, 1000];
const PROMISED = 10;
const REPLICATIONS = Number(process.argv[2] ?? 200);
/** Machines are noisy: the best of so many counts. */
const ROUNDS = Number(process.argv[3] ?? 3);
const POINTS = 128;
const NOISE = 0.25;

const grid = timeGrid(20, POINTS);
const weights = targetWeights('uniform', grid);
const truth = kernelMatrix({ ou: { tau: 1 } }, 0, grid);
const targets = [target('mean'), target({ above: 0 })];
const catalogue = Array.from({ length: 12 }, (_, i) =>
  action({ at: ((i + 0.5) * 20) / 12, noise: 0.5 }, grid),
);
const protocols = subsets([...catalogue.keys()], 4);
const family = asFamily(protocols);
const trueValues = familyValuesOfTargets({ covariance: truth, weights }, targets, catalogue, family).map(
  ({ value }) => value,
);
const everyOne = [protocols.map((_, i) => i)];

// A noisy trajectory has the covariance K + νI.
const observed = copyMatrix(truth);
for (let j = 0; j < POINTS; j++) observed.data[j * POINTS + j]! += NOISE;
const law = unitLaw(observed);

/** The uniform error for each target. */
function replication(units: number, number: number): number[] {
  const rows = simulatedScatter(law, units, randomStream(1, units, number));
  const { covariance } = plugInFromCentred(rows, units, { noise: NOISE, drowned: 'floor' });
  const model = { covariance, weights };
  return classOutcomes(model, targets, catalogue, family, trueValues, everyOne).map(([all]) => all!.error);
}

interface Round {
  /** Of processor time, which other work on the machine does not enter, for all replications. */
  seconds: number;
  /** Of the quickest replication, which other work did not meet. */
  least: number;
  errors: { mean: number; standardError: number }[];
}

function ours(units: number): Round {
  // As many again to warm up, as in the yardstick: numpy has no compiler that learns.
  for (let r = 0; r < REPLICATIONS; r++) replication(units, r);
  let least = Number.POSITIVE_INFINITY;
  // The helper threads of Node are counted as well.
  const start = process.cpuUsage();
  const errors = Array.from({ length: REPLICATIONS }, (_, r) => {
    const begun = performance.now();
    const error = replication(units, r);
    least = Math.min(least, (performance.now() - begun) / 1000);
    return error;
  });
  return {
    seconds: cpuSeconds(start),
    least,
    errors: targets.map((_, t) => {
      const { mean, deviation } = meanAndDeviation(errors.map((error) => error[t]!));
      return { mean, standardError: deviation / Math.sqrt(REPLICATIONS) };
    }),
  };
}

const python = findPython();

function numpy(name: string, units: number): Round {
  const output = printedBy(name, 'numpy_figure_2a.py', String(REPLICATIONS), String(units));
  const line = JSON.parse(output) as Record<string, number>;
  return {
    seconds: line.seconds! * REPLICATIONS,
    least: line.least!,
    errors: [
      { mean: line.mean!, standardError: line.mean_se! },
      { mean: line.above0!, standardError: line.above0_se! },
    ],
  };
}

const quickest = (rounds: Round[]): Round => ({
  seconds: Math.min(...rounds.map(({ seconds }) => seconds)),
  least: Math.min(...rounds.map(({ least }) => least)),
  errors: rounds[0]!.errors,
});
const columns = (cells: (number | string)[]) =>
  cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell).padStart(9)).join('');
const errorsOf = ({ errors }: Round) =>
  errors.map(({ mean, standardError }) => `   ${mean.toFixed(4)} ± ${standardError.toFixed(4)}`).join('');

if (python === undefined)
  console.log('numpy is missing (Debian: apt-get install python3-numpy): only our own seconds.\n');
console.log(
  `uniform error over ${protocols.length} protocols, ${REPLICATIONS} replications, best of ${ROUNDS} rounds\n`,
);
console.log(`${columns(['m', '', 'seconds', 'times', 'least ms', 'times'])}   mean target       above 0`);
for (const units of UNITS) {
  const theirRounds: Round[] = [];
  const ourRounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (python !== undefined) theirRounds.push(numpy(python, units));
    ourRounds.push(ours(units));
  }
  const own = quickest(ourRounds);
  if (theirRounds.length === 0) {
    console.log(`${columns([String(units), 'ours', own.seconds, '', 1000 * own.least, ''])}${errorsOf(own)}`);
    continue;
  }
  const other = quickest(theirRounds);
  const times = other.seconds / own.seconds;
  const apart = own.errors.map(
    ({ mean, standardError }, t) =>
      Math.abs(mean - other.errors[t]!.mean) / Math.hypot(standardError, other.errors[t]!.standardError),
  );
  console.log(
    `${columns([String(units), 'numpy', other.seconds, '', 1000 * other.least, ''])}${errorsOf(other)}`,
  );
  console.log(
    `${columns(['', 'ours', own.seconds, times.toFixed(1), 1000 * own.least, (other.least / own.least).toFixed(1)])}${errorsOf(own)}` +
      `${times < PROMISED ? `  (${PROMISED} times were promised)` : ''}` +
      `${Math.max(...apart) > 4 ? `  (${Math.max(...apart).toFixed(1)} standard errors apart)` : ''}`,
  );
}
