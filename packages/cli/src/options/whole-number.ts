import { InvalidArgumentError } from 'commander';

/** Reads an option that is a whole number. */
export function parseWhole(most: number, example: string, least = 0): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value > most || value < least)
      throw new InvalidArgumentError(
        `Accepted: a whole number from ${least} to ${most}, such as ${example}.`,
      );
    return value;
  };
}

export const parseSeed = parseWhole(Number.MAX_SAFE_INTEGER, '--seed 7');
