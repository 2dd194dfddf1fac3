// A worker that ends in the middle of whatever it is asked for.
import { parseAddress, startWorker } from '@sightline/queue';

const [url, program] = process.argv.slice(2);
await startWorker({
  address: parseAddress(url, {}),
  program: JSON.parse(program),
  threads: 1,
  say: () => {},
  maker: { knows: () => true, make: () => process.kill(process.pid, 'SIGKILL'), close: async () => {} },
});
