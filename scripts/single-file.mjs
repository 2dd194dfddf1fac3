// The stable part of the engine in one file, for notebooks and pages without a build: packages/engine/dist/single-file.
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './ensure-installed.mjs';

const engine = join(root, 'packages/engine');
const build = await rolldown({ input: join(engine, 'src/index.ts'), platform: 'neutral' });
await build.write({
  file: join(engine, 'dist/single-file/sightline-engine.js'),
  format: 'esm',
  minify: true,
  codeSplitting: false,
  banner: '/*! @sightline/engine, MIT licence */',
});
await build.close();
