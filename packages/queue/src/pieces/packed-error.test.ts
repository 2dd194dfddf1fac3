import { InvalidInput, NumericallyUndecided } from '@sightline/engine/internal';
import { expect, it } from 'vitest';
import { packError, unpackError } from './packed-error.ts';

const travelled = (error: unknown) => unpackError(structuredClone(packError(error)));

it('keeps our own errors what they are', () => {
  const problems = [{ path: ['a', 1], value: undefined, why: 'w', accepted: 'x' }];
  expect(travelled(new InvalidInput(problems))).toEqual(new InvalidInput(problems));
  expect(travelled(new InvalidInput(problems))).toBeInstanceOf(InvalidInput);
  expect(travelled(new NumericallyUndecided('too near'))).toBeInstanceOf(NumericallyUndecided);
  expect(travelled(new NumericallyUndecided('too near')).message).toBe('too near');
});

it('keeps name, message and stack of any other', () => {
  const error = new RangeError('out of range');
  expect(travelled(error)).toMatchObject({ name: 'RangeError', message: 'out of range', stack: error.stack });
  expect(travelled('a text').message).toBe('a text');
});
