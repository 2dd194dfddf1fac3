import { allCommands, type CommandTree, type TreeOption, wordsBehind } from './command-tree.ts';

/** A script that completes commands, options and their values in bash. It asks nobody: all it knows is in it. */
export function bashCompletion(program: CommandTree): string {
  const commands = allCommands(program);
  const below = commands.filter(({ path }) => path.length > 1).map(({ path }) => path[0]!);
  return `# Completion of ${program.name} for bash, printed by \`${program.name} completion bash\`.
_${program.name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command='' word i
  COMPREPLY=()
  # bash takes --format=csv for three words.
  if [[ $cur == = ]]; then cur=''; elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $word in
      -*) ;;
      *) if [[ -z $command ]]; then command=$word; elif [[ ' ${below.join(' ')} ' == *" $command "* ]]; then command="$command $word"; break; else break; fi ;;
    esac
  done
  case "$command $prev" in
${[{ path: [] as string[], command: program }, ...commands].flatMap(({ path, command }) => command.options.flatMap((option) => valueCase(path, option))).join('\n')}
  esac
  case $command in
${commands.map(({ path, command }) => `    '${path.join(' ')}') ${wordsOf(command)} ;;`).join('\n')}
    *) ${reply([...program.commands.map(({ name }) => name), ...optionWords(program)])} ;;
  esac
}
complete -o filenames -F _${program.name} ${program.name}
`;
}

const optionWords = ({ options }: CommandTree) => options.flatMap(({ names }) => names);
const reply = (words: readonly string[]) => `COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$cur"))`;
const FILES = {
  // Names may have blanks in them.
  files: `local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$cur"))`,
  folders: `local IFS=$'\\n'; COMPREPLY=($(compgen -d -- "$cur"))`,
  nothing: '',
};

function valueCase(path: readonly string[], { names, value, completion }: TreeOption): string[] {
  if (value === undefined) return [];
  const patterns = names.map((name) => `'${path.join(' ')} ${name}'`).join(' | ');
  const made = completion.words ? reply(completion.words) : FILES[completion.files];
  return [`    ${patterns}) ${made === '' ? '' : `${made}; `}return ;;`];
}

/** Options where a word begins with -, else what stands as an argument. */
function wordsOf(command: CommandTree): string {
  const { words, files } = wordsBehind(command);
  const plain = files ? FILES.files : reply(words);
  return `if [[ $cur == -* ]]; then ${reply(optionWords(command))}; else ${plain}; fi`;
}
