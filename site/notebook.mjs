// The notebook page with the engine beside it, as the site has it at /notebook/index.html.
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

/** Writes page, script and engine into a folder, where any server of files shows them. */
export function writeNotebook(root, folder) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/single-file.mjs')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the engine could not be put into one file:\n${stderr}`);
  cpSync(join(root, 'clients/notebook'), folder, { recursive: true });
  cpSync(
    join(root, 'packages/engine/dist/single-file/sightline-engine.js'),
    join(folder, 'sightline-engine.js'),
  );
}
