import { setTimeout as sleep } from 'node:timers/promises';

export interface FetchPatience {
  /** How often a file is tried. */
  attempts: number;
  /** Milliseconds before the second attempt; twice as many before the third, and so on. */
  pause: number;
  /** Milliseconds without a byte after which an attempt is given up. */
  stall: number;
}

export const PATIENCE: FetchPatience = { attempts: 5, pause: 1000, stall: 30_000 };

/** Lists and annotations are far smaller: a server that sends more sends something else. */
const LARGEST = 64 * 0x100000;

/** Why a file could not be fetched. */
export class FetchProblem extends Error {
  /** Whether it is the server or the disk that fails, so that other files will fare no better. */
  readonly server: boolean;
  /** Whether it may go well the next time. */
  readonly passing: boolean;

  constructor(why: string, { server = false, passing = false } = {}) {
    super(why);
    this.name = 'FetchProblem';
    this.server = server;
    this.passing = passing;
  }
}

interface PatientRequest {
  patience: FetchPatience;
  signal: AbortSignal | undefined;
  onBytes?: (bytes: number) => void;
  /** Whether what arrived is what is published. */
  isRight?: (bytes: Uint8Array) => boolean;
}

/** The bytes of a file on a server; nothing where it has none. What may pass is tried again, with growing pauses. */
export async function patientRequest(url: string, request: PatientRequest): Promise<Uint8Array | undefined> {
  const { patience, signal, isRight } = request;
  for (let k = 1; ; k++) {
    signal?.throwIfAborted();
    try {
      const bytes = await bytesFrom(url, request);
      if (bytes === undefined || !isRight || isRight(bytes)) return bytes;
      throw new FetchProblem('what arrived does not have the checksum that the server publishes', {
        passing: true,
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof FetchProblem) || !error.passing) throw error;
      if (k >= patience.attempts)
        throw new FetchProblem(`${error.message} (tried ${k} ${k === 1 ? 'time' : 'times'})`, error);
      await sleep(patience.pause * (1 << (k - 1)), undefined, signal ? { signal } : {});
    }
  }
}

async function bytesFrom(
  url: string,
  { patience, signal, onBytes }: PatientRequest,
): Promise<Uint8Array | undefined> {
  const watch = stallWatch(patience.stall, signal);
  try {
    const { status, statusText, body } = await onTheWay(() => fetch(url, { signal: watch.signal }));
    const said = `the server answered ${status} ${statusText}`.trim();
    // Too slow, too many, and whatever is wrong at the server.
    if (status === 408 || status === 429 || status >= 500)
      throw new FetchProblem(said, { server: true, passing: true });
    if (status === 404 || status === 410) return undefined;
    if (status !== 200) throw new FetchProblem(said);
    const reader = body!.getReader();
    const pieces: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const { value } = await onTheWay(() => reader.read());
      watch.alive();
      if (value === undefined) return Buffer.concat(pieces);
      pieces.push(value);
      size += value.length;
      if (size > LARGEST) throw new FetchProblem('the server sends more than any annotation file has');
      onBytes?.(value.length);
    }
  } finally {
    watch.end();
  }
}

/** What goes wrong on the way to the server may go well the next time. */
async function onTheWay<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw new FetchProblem(wordsOf(error), { server: true, passing: true });
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

/** Gives up when nothing arrives for a while; at its end the connection is given back. */
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
    end() {
      clearTimeout(timer);
      controller.abort();
    },
  };
}
