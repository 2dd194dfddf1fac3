import { InvalidArgumentError } from 'commander';

/** Reads an option that is one of some words. */
export function parseChoice<Word extends string>(words: readonly Word[], example: string) {
  return (text: string): Word => {
    const word = words.find((one) => one === text);
    if (word === undefined)
      throw new InvalidArgumentError(
        `Accepted: ${words.slice(0, -1).join(', ')} or ${words.at(-1)}, such as ${example}.`,
      );
    return word;
  };
}
