// A process that runs cases as their numbers arrive. Whoever watches it may end it at any time.
import { runCase } from './run-case.ts';

const seed = Number(process.argv[2]);

process.on('message', async (number: number) => {
  process.send!(await runCase(seed, number));
});
process.on('disconnect', () => process.exit(0));
process.send!('ready');
