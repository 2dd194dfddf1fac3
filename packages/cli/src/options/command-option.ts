import {
  type Bound,
  type Expectation,
  expectationText,
  numberAbove,
  oneOf,
  wholeFrom,
} from '@sightline/engine/internal';
import type { Option } from '@sightline/study';
import { Option as CommanderOption, InvalidArgumentError } from 'commander';
import { parsePath } from './path-option.ts';

/** An option of a question as the command line takes it. */
export function commandOption(option: Option): CommanderOption {
  const { name, what, kind } = option;
  if (kind === 'flag') return new CommanderOption(`--${name}`, what);
  if (kind === 'left-out') return new CommanderOption(`--no-${name}`, what);
  const { value, usual, noticed, needed, example = usual } = option;
  const told = noticed && usual !== undefined ? `${what} (default: ${usual})` : what;
  const made = new CommanderOption(`--${name} <${value}>`, told);
  const parse = parser(option, `--${name} ${example}`);
  if (parse) made.argParser(parse);
  if (needed) made.makeOptionMandatory();
  return usual === undefined || noticed ? made : made.default(usual);
}

type Valued = Exclude<Option, { kind: 'flag' | 'left-out' }>;

function parser(option: Valued, example: string): ((text: string) => string | number) | undefined {
  switch (option.kind) {
    case 'text':
      return undefined;
    case 'file':
      return parsePath('a file', example);
    case 'folder':
      return parsePath('a folder', example);
    case 'word': {
      const { words } = option;
      return (text) => accepted(words.includes(text), text, oneOf(words));
    }
    case 'whole': {
      const { least, most } = option;
      return (text) => {
        const value = Number(text);
        const good = /^\d+$/.test(text) && Number.isSafeInteger(value) && value <= most && value >= least;
        return accepted(good, value, wholeFrom(least, most));
      };
    }
    case 'number': {
      const { above, below, most } = option;
      const end: Bound = below === undefined ? { at: most! } : { at: below, open: true };
      return (text) => {
        const value = Number(text);
        const good = DECIMAL.test(text) && value > above && !(value >= below!) && !(value > most!);
        return accepted(good, value, { ...numberAbove(above), most: end });
      };
    }
  }
  function accepted<Value>(good: boolean, value: Value, what: Expectation): Value {
    if (!good) throw new InvalidArgumentError(`Accepted: ${expectationText(what)}, such as ${example}.`);
    return value;
  }
}

const DECIMAL = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
