import { fileURLToPath } from 'node:url';
import { build, type Rollup } from 'vite';

/** A module of this folder with all that it uses as one minified file, the way a page would ship it. */
export async function bundled(module: string): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@sightline/source'] },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry: fileURLToPath(new URL(module, import.meta.url)), formats: ['es'], fileName: 'bundled' },
    },
  })) as Rollup.RollupOutput[];
  const chunks = output.flatMap((part) => part.output).filter((part) => part.type === 'chunk');
  if (chunks.length !== 1) throw new Error(`one file was expected, not ${chunks.length}`);
  return chunks[0]!.code;
}
