// `npm run site`: the documentation as a static site with a search of its own, in site/dist/pages.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deadLinks } from './links.mjs';
import { stage } from './stage.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Builds the site; returns where it is, what the generator printed and the links that lead nowhere. */
export function buildSite() {
  const source = join(HERE, 'dist/source');
  const sidebar = stage(join(HERE, '..'), source);
  writeFileSync(join(HERE, 'dist/sidebar.json'), JSON.stringify(sidebar));
  mkdirSync(join(source, '.vitepress/theme'), { recursive: true });
  writeFileSync(join(source, '.vitepress/config.mjs'), "export { default } from '../../../config.mjs';\n");
  writeFileSync(
    join(source, '.vitepress/theme/index.js'),
    "export { default } from '../../../../theme/index.js';\n",
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      fileURLToPath(import.meta.resolve('vitepress').replace(/dist\/.*$/, 'bin/vitepress.js')),
      'build',
      source,
    ],
    { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', NODE_ENV: 'production' } },
  );
  const printed = `${stdout}${stderr}`;
  if (status !== 0) throw new Error(`VitePress ended with ${status}:\n${printed}`);
  const folder = join(HERE, 'dist/pages');
  return { folder, printed, dead: deadLinks(folder) };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { folder, printed, dead } = buildSite();
  process.stdout.write(printed);
  for (const link of dead) console.error(`dead link  ${link}`);
  if (dead.length > 0) process.exit(1);
  console.log(`${folder}\n\`npx vite preview --outDir site/dist/pages\` serves it on this machine.`);
}
