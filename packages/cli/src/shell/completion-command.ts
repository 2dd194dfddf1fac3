import { Argument, Command } from 'commander';
import type { CommandIo } from '../io/io.ts';
import { bashCompletion } from './bash-completion.ts';
import { commandTree } from './command-tree.ts';
import { fishCompletion } from './fish-completion.ts';
import { zshCompletion } from './zsh-completion.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** Prints what a shell needs to complete commands. The program above it has all of its commands. */
export function completionCommand(io: CommandIo): Command {
  const command = new Command('completion')
    .description('Prints a script with which a shell completes commands, options and their values.')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)))
    .addHelpText(
      'after',
      `
Example:
  sightline completion bash > ~/.local/share/bash-completion/completions/sightline
  sightline completion zsh > "\${fpath[1]}/_sightline"
  sightline completion fish > ~/.config/fish/completions/sightline.fish`,
    );
  return command.action((shell: keyof typeof SHELLS) => {
    io.out(SHELLS[shell](commandTree(command.parent!)));
  });
}
