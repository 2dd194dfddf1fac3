import { allCommands, type CommandTree, type TreeArgument, type TreeOption } from './command-tree.ts';

/** A script that completes commands, options and their values in zsh, with what each is for. */
export function zshCompletion(program: CommandTree): string {
  const commands = allCommands(program);
  return `#compdef ${program.name}
# Completion of ${program.name} for zsh, printed by \`${program.name} completion zsh\`.
${[{ path: [] as string[], command: program }, ...commands].map(({ path, command }) => functionOf([program.name, ...path], command)).join('\n')}
if [ "$funcstack[1]" = "_${program.name}" ]; then _${program.name} "$@"; else compdef _${program.name} ${program.name}; fi
`;
}

function functionOf(path: readonly string[], command: CommandTree): string {
  const name = `_${path.join('_')}`;
  const options = command.options.flatMap(optionSpecs).map((spec) => `    ${spec} \\\n`);
  if (command.commands.length === 0)
    return `${name}() {
  _arguments -s -S \\
${options.join('')}${command.arguments.map((one, i) => `    ${argumentSpec(one, i + 1)} \\\n`).join('')}    && return
}
`;
  const listed = command.commands.map((one) => `    ${quoted(`${one.name}:${plain(one.summary)}`)}`);
  return `${name}() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C -s -S \\
${options.join('')}    '1: :->command' '*:: :->rest' && return
  local -a commands=(
${listed.join('\n')}
  )
  case $state in
    command) _describe command commands ;;
    rest)
      case $line[1] in
${command.commands.map((one) => `        ${one.name}) ${name}_${one.name} ;;`).join('\n')}
      esac ;;
  esac
}
`;
}

const FILES = { files: '_files', folders: '_files -/', nothing: ' ' };
const actionOf = ({ completion }: Pick<TreeOption | TreeArgument, 'completion'>) =>
  completion.words ? `(${completion.words.join(' ')})` : FILES[completion.files];

function optionSpecs(option: TreeOption): string[] {
  const { names, value, what } = option;
  const tail = value === undefined ? '' : `:${plain(value)}:${actionOf(option)}`;
  const others = names.length > 1 ? `(${names.join(' ')})` : '';
  return names.map((name) => quoted(`${others}${name}[${plain(what)}]${tail}`));
}

const argumentSpec = (argument: TreeArgument, place: number) =>
  quoted(`${place}:${argument.needed ? '' : ':'}${plain(argument.name)}:${actionOf(argument)}`);

/** Without what a specification is made of. */
const plain = (text: string) => text.replace(/[[\]:\\]/g, ' ').replace(/\s+/g, ' ');
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
