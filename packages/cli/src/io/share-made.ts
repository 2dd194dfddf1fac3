/** Thrown when a share is made and pieces of others are missing: there is no answer yet, and nothing is wrong. */
export class ShareMade extends Error {
  readonly work: string;
  readonly made: number;
  readonly of: number;

  constructor(work: string, made: number, of: number) {
    super(`${made} of ${of} pieces of ${work} are made`);
    this.work = work;
    this.made = made;
    this.of = of;
  }
}
