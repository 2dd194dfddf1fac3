/** Thrown where only its files show that a study lacks what a question needs: a run leaves the question out, and says why. */
export class Lacking extends Error {
  readonly lack: { readonly why: string; readonly needs: string };

  constructor(lack: Lacking['lack']) {
    super(lack.why);
    this.name = 'Lacking';
    this.lack = lack;
  }
}
