import { InvalidInput, NumericallyUndecided, type Problem } from '@sightline/engine/internal';

/** An error as plain data: what structured cloning would make of our own errors has lost their kind. */
export type PackedError =
  | { kind: 'invalid'; problems: readonly Problem[] }
  | { kind: 'undecided'; message: string }
  | { kind: 'fault'; name: string; message: string; stack: string | undefined };

export function packError(error: unknown): PackedError {
  if (error instanceof InvalidInput) return { kind: 'invalid', problems: error.problems };
  if (error instanceof NumericallyUndecided) return { kind: 'undecided', message: error.message };
  if (!(error instanceof Error))
    return { kind: 'fault', name: 'Error', message: String(error), stack: undefined };
  return { kind: 'fault', name: error.name, message: error.message, stack: error.stack };
}

export function unpackError(packed: PackedError): Error {
  if (packed.kind === 'invalid') return new InvalidInput(packed.problems);
  if (packed.kind === 'undecided') return new NumericallyUndecided(packed.message);
  const error = Object.assign(new Error(packed.message), { name: packed.name });
  if (packed.stack !== undefined) error.stack = packed.stack;
  return error;
}
