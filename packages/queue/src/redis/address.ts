import { readFileSync } from 'node:fs';

/** Why a queue is not used: what is wrong with it, and what would do. */
export class QueueRefused extends Error {
  readonly why: string;
  readonly accepted: string;

  constructor(why: string, accepted: string) {
    super(`${why}; accepted: ${accepted}`);
    this.name = 'QueueRefused';
    this.why = why;
    this.accepted = accepted;
  }
}

/** Where a Redis or Valkey is, and how it is spoken to. */
export interface QueueAddress {
  host: string;
  port: number;
  db: number;
  username?: string;
  password?: string;
  tls?: { ca?: string };
  /** What pieces and inputs are signed with, where somebody else may write to the server. */
  key?: string;
}

/** What is secret, or names what is: from the environment, since arguments are seen by everybody on a machine. */
export interface Credentials {
  SIGHTLINE_QUEUE_PASSWORD?: string | undefined;
  SIGHTLINE_QUEUE_PASSWORD_FILE?: string | undefined;
  SIGHTLINE_QUEUE_CA?: string | undefined;
  SIGHTLINE_QUEUE_KEY?: string | undefined;
  SIGHTLINE_QUEUE_KEY_FILE?: string | undefined;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;
const EXAMPLE = 'rediss://host:6379/0, or redis://localhost:6379';

/** The address in a URL with what the environment adds. `plain`: unencrypted beyond this machine, on insistence. */
export function parseAddress(url: string, env: Credentials, plain = false): QueueAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === '')
    throw new QueueRefused('this is no address of a Redis', EXAMPLE);
  if (parsed.password !== '')
    throw new QueueRefused(
      'a password in an address is seen by everybody on this machine',
      'the password in SIGHTLINE_QUEUE_PASSWORD, or in the file that SIGHTLINE_QUEUE_PASSWORD_FILE names',
    );
  const path = /^\/?(\d{0,3})$/.exec(parsed.pathname);
  if (path === null || parsed.search !== '' || parsed.hash !== '')
    throw new QueueRefused('an address ends with the number of a database, or with none', EXAMPLE);
  const encrypted = parsed.protocol === 'rediss:';
  if (!encrypted && !plain && !LOOPBACK.test(parsed.hostname))
    throw new QueueRefused(
      'redis:// sends data and password unencrypted, and this is another machine',
      'rediss://, or --plain-queue where the network is trusted',
    );
  const password = env.SIGHTLINE_QUEUE_PASSWORD || fileText('SIGHTLINE_QUEUE_PASSWORD_FILE', env);
  const key = env.SIGHTLINE_QUEUE_KEY || fileText('SIGHTLINE_QUEUE_KEY_FILE', env);
  const ca = fileText('SIGHTLINE_QUEUE_CA', env);
  return {
    host: parsed.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: parsed.port === '' ? 6379 : Number(parsed.port),
    db: Number(path[1] || 0),
    ...(parsed.username && { username: decodeURIComponent(parsed.username) }),
    ...(password && { password }),
    ...(encrypted && { tls: { ...(ca && { ca }) } }),
    ...(key && { key }),
  };
}

function fileText(variable: keyof Credentials, env: Credentials): string | undefined {
  const path = env[variable];
  if (!path) return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new QueueRefused(
      `the file that ${variable} names cannot be read (${(error as Error).message})`,
      'a file that may be read',
    );
  }
}
