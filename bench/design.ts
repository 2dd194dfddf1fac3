// Searches: forward selection beside numpy's, how its time grows with the grid and with the catalogue, the 25 instances of
// Table 1 with their exhaustive optima, and branch and bound where nobody would look at every choice. Seconds are those of
// the processor, except beside numpy.
import {
  bestAlongTime,
  branchAndBound,
  exhaustive,
  forwardSelection,
  type KernelSpec,
  oneSwap,
  searcher,
  type TargetSpec,
  target,
  timeOrder,
} from '@sightline/engine/internal';
import { designInstances, problemOf, SETTINGS, TARGETS } from '@sightline/experiments';
import { findPython, type Measured, measure, numpy } from './beside-numpy.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { designProblem as problem } from './design-problem.ts';

const cell = (text: string | number, width = 10) => String(text).padStart(width);

function besideNumpy(): void {
  const name = 'greedy-8-of-128-p512-above0';
  const asked = problem(512, 128, 8, { above: 0 });
  const python = findPython();
  const oneRound = () => ({
    ours: measure(() => forwardSelection(searcher(asked)).path.objective),
    theirs: python === undefined ? undefined : numpy(python, name),
  });
  // The quickest of three rounds, one after the other: a busy machine spares neither.
  const rounds = [oneRound(), oneRound(), oneRound()];
  const quickest = (all: readonly Measured[]) => all.reduce((a, b) => (b.seconds < a.seconds ? b : a));
  const ours = quickest(rounds.map((round) => round.ours));
  console.log(
    `forward selection, 8 of 128 actions on 512 points, above 0: ${(1000 * ours.seconds).toFixed(0)} ms`,
  );
  const measured = rounds.flatMap((round) => round.theirs ?? []);
  if (measured.length === 0) {
    console.log('  numpy is missing (Debian: apt-get install python3-numpy python3-scipy): no ratio');
    return;
  }
  const theirs = quickest(measured);
  const ratio = theirs.seconds / ours.seconds;
  console.log(
    `  numpy ${(1000 * theirs.seconds).toFixed(0)} ms, ${ratio.toFixed(0)} times as long (promised 30); relative ` +
      `difference ${Math.abs(ours.check / theirs.check - 1).toExponential(1)}${ratio < 30 ? '  MISSED' : ''}`,
  );
}

/** Once for each size after a first one to warm up: what matters is how it grows. */
function growth(
  what: string,
  sizes: readonly number[],
  make: (size: number) => ReturnType<typeof problem>,
): void {
  console.log(`\nforward selection of 16, above 0, as the ${what} grows`);
  console.log(
    `${cell(what, 12)}${cell('seconds')}${cell('exponent')}${cell('values', 12)}${cell('in question', 14)}`,
  );
  forwardSelection(searcher(make(sizes[0]!)));
  let before: number | undefined;
  for (const size of sizes) {
    const asked = make(size);
    let best = Number.POSITIVE_INFINITY;
    let effort = { considered: 0, evaluations: 0 };
    for (let round = 0; round < 3; round++) {
      const start = process.cpuUsage();
      const search = searcher(asked);
      forwardSelection(search);
      best = Math.min(best, cpuSeconds(start));
      effort = search.effort;
    }
    const exponent = before === undefined ? '' : Math.log2(best / before).toFixed(2);
    console.log(
      `${cell(size, 12)}${cell(best.toFixed(3))}${cell(exponent)}${cell(effort.evaluations, 12)}${cell(effort.considered, 14)}`,
    );
    before = best;
  }
}

async function table1(): Promise<void> {
  const optima = () => {
    for (const setting of SETTINGS)
      for (const spec of TARGETS) exhaustive(searcher(problemOf(setting, spec)));
  };
  optima();
  let start = process.cpuUsage();
  optima();
  const alone = cpuSeconds(start);
  start = process.cpuUsage();
  await designInstances();
  const all = cpuSeconds(start);
  console.log(
    `\nTable 1, 25 instances: ${alone.toFixed(2)} s for the exhaustive optima, ${all.toFixed(2)} s with every comparator ` +
      `(promised 2)${all > 2 ? '  MISSED' : ''}`,
  );
}

async function branched(count: number, spec: TargetSpec, limit: number): Promise<void> {
  const search = searcher(problem(128, 48, count, spec));
  const start = process.cpuUsage();
  const { path } = oneSwap(search, forwardSelection(search).path);
  const signal = AbortSignal.timeout(1000 * limit);
  const { certified, objective, upperBound, parts } = await branchAndBound(search, path, { signal });
  const gap = certified ? 'proved' : `at most ${(upperBound - objective).toFixed(5)} better is possible`;
  const name = `${count} of 48, ${target(spec).name}`;
  console.log(
    `${name.padEnd(20)}${cell(cpuSeconds(start).toFixed(2))}${cell(parts)}${cell(search.effort.evaluations, 12)}` +
      `${cell(objective.toFixed(6), 12)}  ${gap}`,
  );
}

/** The best along time: for the mean under laws of short memory. */
async function alongTime(
  actions: number,
  count: number,
  kernel: KernelSpec,
  trait: number,
  name: string,
): Promise<void> {
  const search = searcher(problem(128, actions, count, 'mean', kernel, trait));
  const start = process.cpuUsage();
  const { path } = oneSwap(search, forwardSelection(search).path);
  const { certified, objective, upperBound, states } = await bestAlongTime(search, timeOrder(search)!, path);
  const gap = certified ? 'proved' : `at most ${(upperBound - objective).toFixed(5)} better is possible`;
  console.log(
    `${`${count} of ${actions}, ${name}`.padEnd(30)}${cell(cpuSeconds(start).toFixed(2))}${cell(states)}${cell(objective.toFixed(6), 12)}  ${gap}`,
  );
}

besideNumpy();
growth('grid', [128, 256, 512, 1024, 2048], (points) => problem(points, 128, 16, { above: 0 }));
growth('catalogue', [128, 256, 512, 1024, 2048, 4096], (actions) => problem(128, actions, 16, { above: 0 }));
await table1();
console.log('\nbranch and bound on 128 points, at most 30 s each');
console.log(`${''.padEnd(20)}${cell('seconds')}${cell('parts')}${cell('values', 12)}${cell('best', 12)}`);
for (const count of [4, 6])
  for (const spec of ['mean', { above: 0 }] as const) await branched(count, spec, 30);

console.log('\nthe mean on 128 points, along time');
console.log(`${''.padEnd(30)}${cell('seconds')}${cell('states')}${cell('best', 12)}`);
await alongTime(48, 6, { ou: { tau: 1 } }, 0, 'OU');
await alongTime(64, 8, { ou: { tau: 1 } }, 0, 'OU');
await alongTime(128, 10, { ou: { tau: 1 } }, 0, 'OU');
await alongTime(48, 6, { ou: { tau: 1 } }, 0.2, 'OU and a trait');
await alongTime(64, 8, { matern32: { tau: 1 } }, 0, 'Matérn 3/2');
await alongTime(48, 6, { matern52: { tau: 1 } }, 0, 'Matérn 5/2');
await alongTime(48, 6, { dampedCosine: { decay: 2, period: 3 } }, 0, 'damped cosine');
