import type { Option } from '@sightline/study';
import { Option as CommanderOption, InvalidArgumentError } from 'commander';
import { parsePath } from './path-option.ts';

/** An option of a question as the command line takes it. */
export function commandOption(option: Option): CommanderOption {
  const { name, what, kind } = option;
  if (kind === 'flag') return new CommanderOption(`--${name}`, what);
  if (kind === 'left-out') return new CommanderOption(`--no-${name}`, what);
  const { value, usual, noticed, example = usual } = option;
  const told = noticed && usual !== undefined ? `${what} (default: ${usual})` : what;
  const made = new CommanderOption(`--${name} <${value}>`, told);
  const parse = parser(option, `--${name} ${example}`);
  if (parse) made.argParser(parse);
  return usual === undefined || noticed ? made : made.default(usual);
}

type Valued = Exclude<Option, { kind: 'flag' | 'left-out' }>;

function parser(option: Valued, example: string): ((text: string) => string | number) | undefined {
  switch (option.kind) {
    case 'text':
      return undefined;
    case 'folder':
      return parsePath('a folder', example);
    case 'word': {
      const { words } = option;
      return (text) =>
        accepted(words.includes(text), text, `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
    }
    case 'whole': {
      const { least, most } = option;
      return (text) => {
        const value = Number(text);
        const good = /^\d+$/.test(text) && Number.isSafeInteger(value) && value <= most && value >= least;
        return accepted(good, value, `a whole number from ${least} to ${most}`);
      };
    }
    case 'number': {
      const { above, below, most } = option;
      return (text) => {
        const value = Number(text);
        const good = DECIMAL.test(text) && value > above && !(value >= below!) && !(value > most!);
        const end = below === undefined ? `at most ${most}` : `below ${below}`;
        return accepted(good, value, `a number above ${above} and ${end}`);
      };
    }
  }
  function accepted<Value>(good: boolean, value: Value, what: string): Value {
    if (!good) throw new InvalidArgumentError(`Accepted: ${what}, such as ${example}.`);
    return value;
  }
}

const DECIMAL = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
