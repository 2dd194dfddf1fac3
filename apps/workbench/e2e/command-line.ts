import { UnreadableFile } from '@sightline/data';
import { main } from '../../../packages/cli/src/index.ts';

/** What the command line prints for the same files: the page has to show the same. */
export async function commandLine(
  argv: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<{ out: string; err: string }> {
  let [out, err] = ['', ''];
  await main(argv, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    files: {
      async read(path) {
        const content = files[path];
        if (content === undefined)
          throw new UnreadableFile(path, 'there is no such file', 'the path of a file that exists');
        return typeof content === 'string' ? new TextEncoder().encode(content) : content;
      },
    },
    // What a run would write is printed as well.
    save: async () => {},
    env: {},
    now: () => 0,
  });
  return { out, err };
}

/** The result of a command, from exactly what `--json` prints. */
export async function jsonOf<Result>(
  argv: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<Result> {
  return JSON.parse((await commandLine([...argv, '--json'], files)).out) as Result;
}
