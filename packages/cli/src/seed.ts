import { InvalidArgumentError } from 'commander';

export function parseSeed(text: string): number {
  const seed = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(seed))
    throw new InvalidArgumentError(
      `Accepted: a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, such as --seed 7.`,
    );
  return seed;
}
