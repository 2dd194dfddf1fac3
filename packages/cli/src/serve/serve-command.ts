import { wrapText } from '@sightline/answers';
import { Command, InvalidArgumentError } from 'commander';
import { EXIT, type ExitCode } from '../io/exit-code.ts';
import type { CommandIo } from '../io/io.ts';
import { commandOption } from '../options/command-option.ts';
import { ownFolder } from '../process/own-folder.ts';
import { openBrowser } from './open-browser.ts';
import { isLoopback, type SiteServer, serveSite } from './site-server.ts';
import { readStaticFiles, type StaticFiles } from './static-files.ts';

interface ServeOptions {
  port: number;
  host: string;
  open?: boolean;
}

const PORT = {
  name: 'port',
  kind: 'whole',
  value: 'n',
  least: 0,
  most: 65_535,
  example: 8080,
  usual: 8425,
  what: 'where to listen; 0 for any port that is free',
} as const;

export function serveCommand(
  io: CommandIo,
  settle: (code: ExitCode) => void,
  folder: string = ownFolder('page'),
): Command {
  return new Command('serve')
    .description(
      'Serves the workbench: protocols on a timeline with their values, and the other questions beside it. Only this ' +
        'machine can reach it, unless --host says otherwise; data opened in the page stay in the browser.',
    )
    .addOption(commandOption(PORT))
    .option(
      '--host <address>',
      'the address to listen on; 0.0.0.0 for other machines too',
      namedHost,
      '127.0.0.1',
    )
    .option('--open', 'open the page in a browser')
    .addHelpText('after', '\nExample:\n  sightline serve --open')
    .action(async ({ port, host, open = false }: ServeOptions) => {
      const files = await readStaticFiles(folder).catch(() => undefined);
      if (!files?.has('/index.html')) {
        io.err(NOT_BUILT);
        return settle(EXIT.fault);
      }
      const server = await listen(files, host, port, io);
      if (!server) return settle(EXIT.invalidInput);
      if (!isLoopback(host)) io.err(`${wrapText('warning  ', OPEN_TO_OTHERS)}\n`);
      io.out(`The workbench is at ${server.url}\nCtrl-C stops it.\n`);
      if (open) openBrowser(server.url);
      await until(io.signal);
      await server.close();
      io.err('stopped\n');
    });
}

/** To the system an empty address means all of them: a variable that was never set must not open the page to others. */
function namedHost(text: string): string {
  if (text.trim() === '')
    throw new InvalidArgumentError(
      'It is empty. Accepted: an address of this machine, such as --host 127.0.0.1, or --host 0.0.0.0 for all of them.',
    );
  return text;
}

const NOT_BUILT = `The workbench is not built yet. In the project's folder:

  npm run build -w @sightline/workbench

Then run sightline serve again.
`;
const OPEN_TO_OTHERS =
  'every machine that reaches this address can open the workbench. It holds no data of yours, which stay in the ' +
  'browser, but the connection is not encrypted.';

async function listen(
  files: StaticFiles,
  host: string,
  port: number,
  io: CommandIo,
): Promise<SiteServer | undefined> {
  try {
    return await serveSite(files, { host, port });
  } catch (error) {
    const refused = REFUSALS[(error as NodeJS.ErrnoException).code ?? ''];
    if (!refused) throw error;
    const [option, why, accepted] = refused;
    io.err(
      [
        option,
        wrapText('  found     ', option === '--host' ? host : String(port)),
        wrapText('  why       ', why),
        wrapText('  accepted  ', accepted),
        '',
      ].join('\n'),
    );
    return undefined;
  }
}

/** What the system may say to a server that wants to listen. */
const REFUSALS: Record<string, readonly [option: string, why: string, accepted: string]> = {
  EADDRINUSE: [
    '--port',
    'another program listens on this port, perhaps another `sightline serve`',
    '--port with another number, or --port 0 for any that is free',
  ],
  EACCES: [
    '--port',
    'the system does not let you listen on this port',
    '--port with a number from 1024 on, or --port 0 for any that is free',
  ],
  EADDRNOTAVAIL: ['--host', 'this machine does not have this address', 'an address of this machine'],
  ENOTFOUND: ['--host', 'no address has this name', 'an address of this machine, such as 127.0.0.1'],
  EAI_AGAIN: [
    '--host',
    'no address was found for this name',
    'an address of this machine, such as 127.0.0.1',
  ],
};

/** Where there is no signal, the server lives as long as the process. */
function until(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
