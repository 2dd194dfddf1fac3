/**
 * A computation that did not reach its accuracy: not a mistake of the input, and never shown as a number.
 *
 * @example
 * ```ts
 * import { InvalidInput, NumericallyUndecided } from '@sightline/engine';
 *
 * const undecided: Error = new NumericallyUndecided('the solver did not reach its tolerance');
 * console.log(undecided instanceof InvalidInput); // → false
 * ```
 */
export class NumericallyUndecided extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NumericallyUndecided';
  }
}
