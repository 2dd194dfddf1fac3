import { type Command, InvalidArgumentError, Option } from 'commander';
import { parsePath } from '../options/path-option.ts';
import type { Share } from './shared-folder.ts';

/** Who shares the work of a command: threads here, the workers of a queue, other hosts through a folder. */
export interface SharingOptions {
  workers?: number;
  queue?: string;
  plainQueue?: boolean;
  share?: string;
  pieces?: Share;
}

export const QUEUE = () =>
  new Option(
    '--queue <url>',
    'a Redis or Valkey whose workers make the pieces (sightline worker); the password is in SIGHTLINE_QUEUE_PASSWORD',
  ).env('SIGHTLINE_QUEUE');
export const PLAIN = () => new Option('--plain-queue', 'allow redis:// to another machine: unencrypted');
export const SHARE = (what: string) =>
  new Option('--share <dir>', what).argParser(parsePath('a folder', '--share /scratch/study'));

/** The options of a command whose work can be shared with other hosts. */
export function addSharing(command: Command): Command {
  return command
    .addOption(QUEUE())
    .addOption(PLAIN())
    .addOption(SHARE('a folder that several hosts see: pieces are taken from there, and put there'))
    .addOption(
      new Option(
        '--pieces <i/n>',
        'with --share: make the i-th of n shares of the pieces only; without it later, what is missing is made and all is merged',
      ).argParser(parseShare),
    )
    .hook('preAction', () => {
      const { pieces, share } = command.opts<SharingOptions>();
      if (pieces && share === undefined) command.error('error: --pieces needs --share');
    });
}

function parseShare(text: string): Share {
  const match = /^(\d{1,5})\/(\d{1,5})$/.exec(text);
  const [share, of] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || share < 1 || of < share)
    throw new InvalidArgumentError('Accepted: i/n with i from 1 to n, such as --pieces 3/8.');
  return { share, of };
}

/** The options of a request without these. */
export function withoutSharing<Options extends SharingOptions>(
  options: Options,
): Omit<Options, keyof SharingOptions> {
  const { workers: _, queue: __, plainQueue: ___, share: ____, pieces: _____, ...rest } = options;
  return rest;
}
