import { UnreadableFile } from '@sightline/data';
import type { CommandIo } from './io/io.ts';
import { main } from './main.ts';

export interface MemoryRun {
  code: number;
  out: string;
  err: string;
  /** Files that it wrote: texts, and bytes. */
  saved: Record<string, string>;
  drawn: Record<string, Uint8Array>;
}

/** Runs the command line on files in memory and keeps what it printed: for tests, and wherever there is no disk. */
export async function runInMemory(
  argv: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>>,
  env: CommandIo['env'] = {},
  more: Partial<CommandIo> = {},
): Promise<MemoryRun> {
  let out = '';
  let err = '';
  const saved: Record<string, string> = {};
  const drawn: Record<string, Uint8Array> = {};
  const read = async (path: string) => {
    const content = Object.hasOwn(files, path) ? files[path] : undefined;
    if (content === undefined)
      throw new UnreadableFile(path, 'there is no such file', 'the path of a file that exists');
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  const code = await main(argv, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    files: {
      read,
      folder: (path) => ({
        async list() {
          const below = Object.keys(files).filter((name) => name.startsWith(`${path}/`));
          if (below.length === 0)
            throw new UnreadableFile(path, 'there is no such folder', 'the path of a folder that exists');
          return below.map((name) => name.slice(path.length + 1)).sort();
        },
        read: (name) => read(`${path}/${name}`),
      }),
    },
    save: async (written) => {
      for (const [path, content] of Object.entries(written))
        if (typeof content === 'string') saved[path] = content;
        else drawn[path] = content;
    },
    env,
    now: () => 0,
    ...more,
  });
  return { code, out, err, saved, drawn };
}
