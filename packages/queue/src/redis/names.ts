/** The program that makes pieces. Another one may make other bytes, so that their queues are never mixed. */
export interface Program {
  version: string;
  /** Of the program's own files and of the versions of what it uses. */
  digest: string;
  architecture: string;
}

/** What all keys begin with, so that an access list can name them: `~sightline:*`. */
export const PREFIX = 'sightline';

export const queueName = ({ version, digest, architecture }: Program): string =>
  `${version}-${digest.slice(0, 16)}-${architecture}`;

export const inputKey = (digest: string) => `${PREFIX}:input:${digest}`;
export const piecesKey = (run: string) => `${PREFIX}:pieces:${run}`;
export const runKey = (run: string) => `${PREFIX}:run:${run}`;
export const workerKey = (id: string) => `${PREFIX}:worker:${id}`;
export const RUNS = `${PREFIX}:run:*`;
export const WORKERS = `${PREFIX}:worker:*`;

/** Seconds that inputs and pieces stay after they were last used: a run that was killed is gone on with within them. */
export const KEPT = 7 * 24 * 3600;
/** Those of a run that has ended. */
export const KEPT_AFTER = 3600;

/** A worker says that it is there every so many milliseconds, and is forgotten after so many seconds of silence. */
export const HEARTBEAT = 3000;
export const SILENCE = 10;

/** Bytes of a megabyte. */
export const MEGABYTE = 1 << 20;
/** An input of more bytes goes through a shared folder. */
export const MOST_INPUT = 256 * MEGABYTE;
/** No piece is larger; who reads back does not read what is. */
export const MOST_PIECE = 64 * MEGABYTE;
