import { allCommands, type CommandTree, type TreeOption, wordsBehind } from './command-tree.ts';

/** A script that completes commands, options and their values in fish, with what each is for. */
export function fishCompletion(program: CommandTree): string {
  const commands = allCommands(program);
  const { name } = program;
  const lines = [
    `# Completion of ${name} for fish, printed by \`${name} completion fish\`.`,
    `complete -c ${name} -f`,
    ...program.options.map((option) => line(name, '__fish_use_subcommand', optionWords(option))),
    ...program.commands.map((one) =>
      line(name, '__fish_use_subcommand', `-a ${one.name} -d ${quoted(one.summary)}`),
    ),
    ...commands.flatMap(({ path, command }) => {
      const below = command.commands.map((one) => one.name);
      const here = [
        ...path.map((part) => `__fish_seen_subcommand_from ${part}`),
        ...(below.length > 0 ? [`not __fish_seen_subcommand_from ${below.join(' ')}`] : []),
      ].join('; and ');
      const { words, files } = wordsBehind(command);
      return [
        ...(files ? [line(name, here, '-F')] : []),
        ...(words.length > 0 ? [line(name, here, `-a ${quoted(words.join(' '))}`)] : []),
        ...command.options.map((option) => line(name, here, optionWords(option))),
      ];
    }),
  ];
  return `${lines.join('\n')}\n`;
}

const line = (program: string, where: string, rest: string) =>
  `complete -c ${program} -n ${quoted(where)} ${rest}`;

function optionWords({ names, value, what, completion }: TreeOption): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const values =
    value === undefined
      ? []
      : completion.words
        ? ['-x', `-a ${quoted(completion.words.join(' '))}`]
        : completion.files === 'nothing'
          ? ['-x']
          : completion.files === 'folders'
            ? ['-x', `-a '(__fish_complete_directories)'`]
            : ['-r', '-F'];
  return [...flags, ...values, `-d ${quoted(what)}`].join(' ');
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
