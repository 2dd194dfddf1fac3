import type { Workers } from '@sightline/engine/internal';
import type { StudyFiles } from '@sightline/study';
import type { PieceStore } from './piece-store.ts';

/** Everything a command touches outside itself, so that a test can stand in for the process. */
export interface CommandIo {
  out(text: string): void;
  err(text: string): void;
  files: StudyFiles;
  /** Writes files, with their folders: all of them, or none. Absent where there is no disk. */
  save?(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
  /** Throws where a folder, there already or not, cannot be written to. Leaves nothing behind. */
  writable?(folder: string): Promise<void>;
  /** Where a long run keeps what it has done, in a folder. Absent where there is no disk. */
  pieces?(folder: string): PieceStore;
  env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds on any clock. */
  now(): number;
  /** Aborted when the user wants no answer any more. */
  readonly signal?: AbortSignal;
  /** Shows one line about long work in place of the last one; '' takes it away. Absent where nobody watches. */
  progress?(line: string): void;
  /** So many threads, by default as many as the machine has. Absent where there is one. */
  workers?(threads?: number): Workers;
  /** How many that are. */
  readonly threads?: number;
  /** What runs: what another program has computed is not taken for its own. */
  readonly program?: { node: string; architecture: string; digest(): Promise<string> };
  /** Whether a person reads what is printed. */
  readonly isTerminal?: boolean;
  /** Asks a question at a terminal; undefined where nobody answers any more. Absent where nobody could. */
  ask?(question: string): Promise<string | undefined>;
  /** Returns when the process is told to end. Absent where it cannot be. */
  ended?(): Promise<void>;
}
