import { Redis } from 'ioredis';
import { type QueueAddress, QueueRefused } from './address.ts';

/** How soon a connection that was lost is tried again, in milliseconds. */
const AGAIN = [50, 100, 200, 500, 1000];

/** The options of every connection: requests wait while the server is away. */
export function connectionOptions({ key: _, ...server }: QueueAddress) {
  return {
    ...server,
    maxRetriesPerRequest: null,
    retryStrategy: (times: number) => AGAIN[Math.min(times, AGAIN.length) - 1]!,
  };
}

/** How long an address is given to answer the first time, in milliseconds. */
const FIRST_ANSWER = 5000;

/** A connection to a server that answers, lets us in, and keeps what it is given. `warn` is told what may be lost. */
export async function connect(address: QueueAddress, warn: (sentence: string) => void): Promise<Redis> {
  await refuseUnusable(address, warn);
  const redis = new Redis(connectionOptions(address));
  // Without a listener a lost connection would end the process; it is tried again, and whoever waits says so.
  redis.on('error', () => {});
  return redis;
}

async function refuseUnusable(address: QueueAddress, warn: (sentence: string) => void): Promise<void> {
  const redis = new Redis({
    ...connectionOptions(address),
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: FIRST_ANSWER,
  });
  let reason: Error | undefined;
  redis.on('error', (error) => {
    reason = error;
  });
  try {
    await redis.connect();
    // A number that the server does not have leaves a connection in its first database, without a word.
    await redis.select(address.db);
    const info = `${await redis.info('memory')}\n${await redis.info('persistence')}`;
    const told = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim();
    const policy = told('maxmemory_policy');
    if (policy !== undefined && policy !== 'noeviction')
      throw new QueueRefused(
        `the server throws keys away when its memory is full (maxmemory-policy ${policy})`,
        'maxmemory-policy noeviction',
      );
    if (told('aof_enabled') === '0')
      warn('the queue keeps no append-only file: what is made is lost if the server ends (appendonly yes)');
  } catch (error) {
    if (error instanceof QueueRefused) throw error;
    throw refused(reason ?? (error as Error), address);
  } finally {
    redis.disconnect();
  }
}

function refused(error: Error, { host, port }: QueueAddress): QueueRefused {
  const { message } = error;
  if (/NOAUTH|WRONGPASS|invalid.*password|AUTH/i.test(message))
    return new QueueRefused(
      `the server wants another password or user (${message})`,
      'the password in SIGHTLINE_QUEUE_PASSWORD, or in the file that SIGHTLINE_QUEUE_PASSWORD_FILE names',
    );
  if (/DB index/i.test(message))
    return new QueueRefused(
      `the server has no database of this number (${message})`,
      'an address that ends with a number below what the server says to `CONFIG GET databases`, or with none',
    );
  if (/NOPERM/.test(message))
    return new QueueRefused(
      `the user may not do what is needed (${message})`,
      'an access list as in docs/many-hosts.md',
    );
  if (/certificate|self-signed|issuer|ssl|tls/i.test(message))
    return new QueueRefused(
      `the server's certificate is not trusted (${message})`,
      'SIGHTLINE_QUEUE_CA with the file of its authority',
    );
  return new QueueRefused(
    `no server answers at ${host}:${port} (${message})`,
    'the address of a Redis or Valkey that runs',
  );
}
