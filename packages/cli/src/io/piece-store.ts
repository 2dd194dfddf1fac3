/** Where pieces of work are kept: a folder, or a test's memory. Everything is written when the call returns. */
export interface PieceStore {
  /** Names of all files; none where there is no folder. */
  list(): string[];
  read(name: string): Uint8Array;
  /** Replaces a file by this one as a whole. */
  write(name: string, bytes: Uint8Array): void;
  remove(name: string): void;
}
