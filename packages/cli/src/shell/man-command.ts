import { Command } from 'commander';
import type { CommandIo } from '../io/io.ts';
import { VERSION } from '../io/version.ts';
import { commandTree } from './command-tree.ts';
import { manPage } from './man-page.ts';

/** Prints the manual page. The program above it has all of its commands. */
export function manCommand(io: CommandIo): Command {
  const command = new Command('man')
    .description('Prints the manual page, in the form that man reads.')
    .addHelpText('after', '\nExample:\n  sightline man > sightline.1 && man ./sightline.1');
  return command.action(() => {
    io.out(manPage(commandTree(command.parent!), VERSION));
  });
}
