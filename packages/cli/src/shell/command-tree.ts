import type { Argument, Command, Option } from 'commander';

/** A command as shells and manuals know it: plain data, from the tree that parses the command line. */
export interface CommandTree {
  name: string;
  summary: string;
  description: string;
  arguments: TreeArgument[];
  options: TreeOption[];
  commands: CommandTree[];
}

/** What completes a word. */
type Completion =
  | { words: readonly string[] }
  | { words?: undefined; files: 'files' | 'folders' | 'nothing' };

export type TreeArgument = { name: string; needed: boolean; what: string; completion: Completion };

export interface TreeOption {
  /** -V and --version, or one of them. */
  names: readonly string[];
  /** What stands for its value; undefined where it takes none. */
  value: string | undefined;
  what: string;
  /** What it is unless it is given, and the variable of the environment that stands in for it. */
  usual: string | undefined;
  variable: string | undefined;
  completion: Completion;
}

/** The tree of a command whose subcommands are all there. */
export function commandTree(command: Command): CommandTree {
  const help = command.createHelp();
  return {
    name: command.name(),
    summary: command.summary(),
    description: command.description(),
    arguments: command.registeredArguments.map(argumentOf),
    options: help.visibleOptions(command).map(optionOf),
    commands: help
      .visibleCommands(command)
      .filter((one) => one.name() !== 'help')
      .map(commandTree),
  };
}

function argumentOf(argument: Argument): TreeArgument {
  return {
    name: argument.name(),
    needed: argument.required,
    what: argument.description,
    completion: argument.argChoices
      ? { words: argument.argChoices }
      : { files: /^(study|path)$/.test(argument.name()) ? 'files' : 'nothing' },
  };
}

function optionOf(option: Option): TreeOption {
  const value = /<(.*)>/.exec(option.flags)?.[1];
  const usual = option.defaultValue as string | number | undefined;
  return {
    names: [option.short, option.long].flatMap((name) => (name ? [name] : [])),
    value,
    what: option.description,
    usual: value === undefined || usual === undefined ? undefined : String(usual),
    variable: option.envVar,
    completion: option.argChoices
      ? { words: option.argChoices }
      : {
          files: value === 'dir' ? 'folders' : value === 'file' || value === 'table' ? 'files' : 'nothing',
        },
  };
}

/** What may stand behind a command: the words that it knows, or files. */
export function wordsBehind({ commands, arguments: taken }: CommandTree): {
  words: string[];
  files: boolean;
} {
  const completions = taken.map(({ completion }) => completion);
  return {
    words: [...commands.map(({ name }) => name), ...completions.flatMap(({ words = [] }) => words)],
    files: completions.some((one) => !one.words && one.files !== 'nothing'),
  };
}

/** Commands that stand below others come with the names above them: `data fetch`. */
export function allCommands(
  { commands }: CommandTree,
  above: readonly string[] = [],
): { path: string[]; command: CommandTree }[] {
  return commands.flatMap((command) => {
    const path = [...above, command.name];
    return [{ path, command }, ...allCommands(command, path)];
  });
}
