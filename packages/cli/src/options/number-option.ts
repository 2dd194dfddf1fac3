import { InvalidArgumentError } from 'commander';

const DECIMAL = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Reads an option that is a number between two others, which it may not reach. */
export function parseBetween(low: number, high: number, example: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!DECIMAL.test(text) || !(value > low && value < high))
      throw new InvalidArgumentError(
        `Accepted: a number above ${low} and below ${high}, such as ${example}.`,
      );
    return value;
  };
}
