// `npm run experiment -- figure-2a [seed]`: an experiment of the paper, its published numbers beside ours.
import { thisThread } from '@sightline/engine';
import { runReplications } from './calibration-replications.ts';
import { figure2aRows, figure2cdRows, type Row } from './calibration-rows.ts';
import { figure2a } from './figure-2a.ts';
import { figure2cd } from './figure-2cd.ts';

const EXPERIMENTS: Record<string, (seed: number) => Promise<Row[]>> = {
  'figure-2a': async (seed) => {
    const setting = { ...figure2a, seed };
    return figure2aRows(setting, await runReplications(setting, thisThread));
  },
  'figure-2cd': async (seed) => figure2cdRows(await runReplications({ ...figure2cd, seed }, thisThread)),
};

const [name = '', seed = '1'] = process.argv.slice(2);
const experiment = EXPERIMENTS[name];
if (!experiment) {
  console.error(`no experiment '${name}'; there are ${Object.keys(EXPERIMENTS).join(', ')}`);
  process.exitCode = 2;
} else {
  const start = performance.now();
  const rows = await experiment(Number(seed));
  const number = (value: number) => value.toFixed(5).padStart(10);
  console.log(
    `${'what'.padEnd(40)}${'published'.padStart(10)}${'computed'.padStart(10)}${'tolerance'.padStart(10)}`,
  );
  for (const { what, published, computed, tolerance } of rows) {
    const agrees = Math.abs(published - computed) <= tolerance;
    console.log(
      `${what.padEnd(40)}${number(published)}${number(computed)}${number(tolerance)}  ${agrees ? 'agrees' : 'differs'}`,
    );
  }
  console.log(`${((performance.now() - start) / 1000).toFixed(0)} s on one thread, seed ${seed}`);
}
