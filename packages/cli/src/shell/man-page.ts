import { EXIT_MEANINGS } from '../io/exit-code.ts';
import { allCommands, type CommandTree, type TreeOption } from './command-tree.ts';

/** The manual page in the macros of man(7). Without a date, so that the same program prints the same bytes. */
export function manPage(program: CommandTree, version: string): string {
  const commands = allCommands(program);
  return `${[
    `.TH ${program.name.toUpperCase()} 1 "" "${program.name} ${version}" "User Commands"`,
    '.SH NAME',
    `${program.name} \\- ${roff(lowered(program.description))}`,
    '.SH SYNOPSIS',
    `.B ${program.name}`,
    '.RI [ options ]',
    '.I command',
    '.RI [ arguments ]',
    '.SH DESCRIPTION',
    roff(program.description),
    roff(ABOUT),
    '.SH OPTIONS',
    ...program.options.flatMap(optionLines),
    '.SH COMMANDS',
    ...commands.flatMap(({ path, command }) => commandLines(program.name, path, command)),
    '.SH EXIT STATUS',
    ...Object.entries(EXIT_MEANINGS).flatMap(([code, meaning]) => ['.TP', `.B ${code}`, roff(meaning)]),
    '.SH ENVIRONMENT',
    ...Object.entries(VARIABLES).flatMap(([name, meaning]) => ['.TP', `.B ${name}`, roff(meaning)]),
    '.SH EXAMPLES',
    '.nf',
    ...EXAMPLES.map(roff),
    '.fi',
  ].join('\n')}\n`;
}

const ABOUT =
  'A study file (YAML or JSON) says what is watched, how it varies, and which protocols there are; each command answers ' +
  'one question about it.';

const VARIABLES = {
  SIGHTLINE_DATA: 'The folder of public databases, where --data is not given.',
  SIGHTLINE_QUEUE: 'The address of a Redis or Valkey, where --queue is not given.',
  SIGHTLINE_QUEUE_PASSWORD: 'Its password.',
  DEBUG: 'Prints the stack of an unexpected fault, as --debug does.',
};

const EXAMPLES = [
  'sightline init --from cgm.csv --noise 100',
  'sightline calibrate cgm.yaml',
  'sightline value study.yaml --format csv',
  'sightline run study.yaml --out report',
];

function commandLines(program: string, path: readonly string[], command: CommandTree): string[] {
  const taken = command.arguments.map(({ name, needed }) =>
    needed ? `\\fI${name}\\fR` : `[\\fI${name}\\fR]`,
  );
  const listed = command.options.filter(({ names }) => !names.includes('--help'));
  const options = listed.length > 0 ? ['[\\fIoptions\\fR]'] : [];
  return [
    `.SS ${[program, ...path].join(' ')} ${[...options, ...taken].join(' ')}`.trimEnd(),
    roff(command.description),
    ...command.arguments.flatMap(({ name, what, completion }) => [
      '.TP',
      `.I ${name}`,
      roff(completion.words ? `${what}: ${completion.words.join(', ')}` : what),
    ]),
    ...listed.flatMap(optionLines),
  ];
}

function optionLines({ names, value, what, usual, variable, completion }: TreeOption): string[] {
  const flags = names.map((name) => `\\fB${roff(name)}\\fR`).join(', ');
  const said = [
    what,
    ...(completion.words ? [`one of ${completion.words.join(', ')}`] : []),
    ...(usual === undefined ? [] : [`${usual} unless given`]),
    ...(variable === undefined ? [] : [`else ${variable}`]),
  ];
  return ['.TP', value === undefined ? flags : `${flags} \\fI${roff(value)}\\fR`, roff(said.join('; '))];
}

/** As the line of a list of manuals. */
const lowered = (text: string) => (text.charAt(0).toLowerCase() + text.slice(1)).replace(/\.$/, '');

/** A text as it stands, in short lines: no control lines, hyphens that can be copied, other signs by their numbers. */
function roff(text: string): string {
  const words = text
    .trim()
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(
      /[^\x20-\x7e\s]/gu,
      (sign) => `\\[u${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .split(/\s+/);
  const lines = [''];
  for (const word of words) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + word.length < WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => line.replace(/^([.'])/, '\\&$1')).join('\n');
}

const WIDTH = 79;
