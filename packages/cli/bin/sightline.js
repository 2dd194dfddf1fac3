#!/usr/bin/env node
import { existsSync, readFileSync, statSync } from 'node:fs';
import module from 'node:module';

const dist = new URL('../dist/', import.meta.url);

/** The folder of the bundle, where there is one of what the packages are now: `tsc -b` alone makes none. */
function bundle() {
  // Published, there are no sources, and nothing to be behind of.
  if (!existsSync(new URL('../src', import.meta.url))) return new URL('../command/', import.meta.url);
  try {
    const { folder, from } = JSON.parse(readFileSync(new URL('bundle.json', dist), 'utf8'));
    for (const [file, written] of Object.entries(from)) {
      const found = statSync(new URL(file, dist), { throwIfNoEntry: false });
      if (found && found.mtimeMs !== written) return undefined;
    }
    return new URL(`${folder}/`, dist);
  } catch {
    return undefined;
  }
}

// Where Node keeps compiled code from one run to the next (from 22.1 on; NODE_DISABLE_COMPILE_CACHE leaves it), it does.
module.enableCompileCache?.();
const folder = bundle();
if (folder && (process.env.DEBUG || process.argv.includes('--debug'))) process.setSourceMapsEnabled(true);
const { run } = folder
  ? module.createRequire(folder)('./sightline.js')
  : await import(new URL('index.js', dist).href);
await run();
