// `npm run bench [item]`: our speed beside numpy's, in one run on one thread.
import { ensureInstalled, run } from './ensure-installed.mjs';

ensureInstalled();
run(process.execPath, ['bench/dist/yardstick.js', ...process.argv.slice(2)]);
