import { setTimeout as sleep } from 'node:timers/promises';

export interface FetchPatience {
  /** How often a file is tried; each time goes on where the last one stopped. */
  attempts: number;
  /** Milliseconds before the second attempt; twice as many before the third, and so on. */
  pause: number;
  /** Milliseconds without a byte after which an attempt is given up. */
  stall: number;
}

export const PATIENCE: FetchPatience = { attempts: 5, pause: 1000, stall: 30_000 };

/** Why a file could not be fetched. */
export class FetchProblem extends Error {
  /** Whether it is the server or the disk that fails, so that other files will fare no better. */
  readonly server: boolean;

  constructor(why: string, { server = false } = {}) {
    super(why);
    this.name = 'FetchProblem';
    this.server = server;
  }
}

/** What may go well the next time; `server` as in FetchProblem. */
export class Passing extends FetchProblem {}

/** Tries again what may go well the next time, with growing pauses and within limits. */
export async function patiently<Result>(
  attempt: () => Promise<Result>,
  { attempts, pause }: FetchPatience,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let k = 1; ; k++) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof Passing)) throw error;
      if (k >= attempts)
        throw new FetchProblem(`${error.message} (tried ${k} ${k === 1 ? 'time' : 'times'})`, error);
      await sleep(pause * (1 << (k - 1)), undefined, signal ? { signal } : {});
    }
  }
}

/** A server's answer, and its bytes piece by piece. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The next bytes; nothing at the end. */
  next(): Promise<Uint8Array | undefined>;
  /** To be called in any case. */
  end(): void;
}

/** Asks for a file. Answers that may be others a moment later, and breaks of the connection, are thrown as Passing. */
export async function ask(
  url: string,
  headers: Record<string, string>,
  { stall }: FetchPatience,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const watch = stallWatch(stall, signal);
  try {
    // Compressed, a file could not be continued by its bytes.
    const response = await passing(() =>
      fetch(url, { headers: { 'accept-encoding': 'identity', ...headers }, signal: watch.signal }),
    );
    const { status, statusText, body } = response;
    const said = `the server answered ${status} ${statusText}`.trim();
    // Too slow, too many, and whatever is wrong at the server.
    if (status === 408 || status === 429 || status >= 500) throw new Passing(said, { server: true });
    if (![200, 206, 404, 410, 416].includes(status)) throw new FetchProblem(said);
    const reader = body?.getReader();
    return {
      status,
      headers: response.headers,
      async next() {
        const piece = await passing(async () => reader?.read());
        watch.alive();
        return piece?.value;
      },
      end() {
        watch.end();
        // Whoever does not read on must not keep the connection.
        reader?.cancel().catch(() => {});
      },
    };
  } catch (error) {
    watch.end();
    throw error;
  }
}

/** What goes wrong on the way to the server may go well the next time. */
async function passing<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw new Passing(wordsOf(error), { server: true });
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return error.message;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ECONNREFUSED') return 'the server refuses connections';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no server of this name, or no network';
  return `the connection broke off (${code || (cause instanceof Error ? cause.message : String(cause))})`;
}

/** Gives up when nothing arrives for a while. */
function stallWatch(milliseconds: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const stalled = () =>
    controller.abort(new DOMException(`nothing arrived for ${milliseconds / 1000} s`, 'TimeoutError'));
  let timer = setTimeout(stalled, milliseconds);
  return {
    signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
    alive() {
      clearTimeout(timer);
      timer = setTimeout(stalled, milliseconds);
    },
    end: () => clearTimeout(timer),
  };
}
