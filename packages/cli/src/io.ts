import type { StudyFiles } from '@sightline/study';

/** Everything a command touches outside itself, so that a test can stand in for the process. */
export interface CommandIo {
  out(text: string): void;
  err(text: string): void;
  files: StudyFiles;
  env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds on any clock. */
  now(): number;
}
