import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What of an example is for its users; how data were drawn is told by the project. */
const COPIED = /\.(ya?ml|csv|csv\.gz|parquet)$/;
/** Where the project's own editor looks for the schema: there is none beside a copy. */
const SCHEMA_LINE = /^# yaml-language-server: .*\n(#\n)?/;

/** The examples that can be copied. */
export const exampleNames = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((one) => one.isDirectory() && studiesIn(join(folder, one.name)).length > 0)
        .map(({ name }) => name)
        .sort()
    : [];

const studiesIn = (folder: string) => readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));

/** The files of an example for another folder; commands in their comments name them there. */
export function exampleFiles(
  folder: string,
  name: string,
  into: string,
): { files: Record<string, string | Uint8Array>; studies: string[] } {
  const from = join(folder, name);
  const copied = readdirSync(from)
    .filter((file) => COPIED.test(file))
    .sort();
  return {
    files: Object.fromEntries(
      copied.map((file) => [
        `${into}/${file}`,
        /\.ya?ml$/.test(file)
          ? readFileSync(join(from, file), 'utf8')
              .replace(SCHEMA_LINE, '')
              .replaceAll(`examples/${name}/`, `${into}/`)
          : new Uint8Array(readFileSync(join(from, file))),
      ]),
    ),
    studies: studiesIn(from).map((file) => `${into}/${file}`),
  };
}
