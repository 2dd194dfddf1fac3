// `npm run check`: what `npm test` leaves out, because it takes longer or needs what has to be fetched first: every example and
// the paper on other versions of Node, and a thousand random studies through the commands.
import { ensureInstalled, run } from './ensure-installed.mjs';

ensureInstalled();
run('npm', ['run', '--silent', 'engines']);
run('npm', ['run', '--silent', 'fuzz', '--', '1000', '--jobs', '2', '--command', '50']);
