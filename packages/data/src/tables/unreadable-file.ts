/** A file that could not be read: why, and what would do. Whoever asked for it knows where it was named. */
export class UnreadableFile extends Error {
  readonly file: string;
  readonly why: string;
  readonly accepted: string;

  constructor(file: string, why: string, accepted: string) {
    super(`${file}: ${why} (accepted: ${accepted})`);
    this.name = 'UnreadableFile';
    this.file = file;
    this.why = why;
    this.accepted = accepted;
  }
}
