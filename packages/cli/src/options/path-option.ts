import { InvalidArgumentError } from 'commander';

/** Reads an option that is a path or an address. Empty, as a variable that was never set leaves it, it would mean the root. */
export function parsePath(what: string, example: string): (text: string) => string {
  return (text) => {
    if (text.trim() === '')
      throw new InvalidArgumentError(`It is empty. Accepted: ${what}, such as ${example}.`);
    if (text.includes('\0'))
      throw new InvalidArgumentError(`No path has a zero byte in it. Accepted: ${what}, such as ${example}.`);
    return text;
  };
}
