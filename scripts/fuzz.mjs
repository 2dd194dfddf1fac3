// `npm run fuzz -- COUNT`: random valid studies and mutants of the examples through every command, in processes that a
// watchdog ends. tests/random-studies has the studies.
import { ensureInstalled, run } from './ensure-installed.mjs';

ensureInstalled();
run(process.execPath, ['tests/random-studies/dist/fuzz.js', ...process.argv.slice(2)]);
