/** A computation that did not reach its accuracy: not a mistake of the input, and never shown as a number. */
export class NumericallyUndecided extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NumericallyUndecided';
  }
}
