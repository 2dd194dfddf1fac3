// docs/workbench.png and the screens in docs/gallery, of the built page and of a report: `npm run picture`.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../chromium.mjs';
import { root } from '../ensure-installed.mjs';

const COMMAND = join(root, 'packages/cli/bin/sightline.js');
const folder = mkdtempSync(join(tmpdir(), 'sightline-screens-'));

// The report of the start page's own study.
const [, study] = /^```yaml\n(# glucose\.yaml\n[\s\S]*?)^```$/m.exec(
  readFileSync(`${root}docs/start.md`, 'utf8'),
);
writeFileSync(join(folder, 'glucose.yaml'), study);
copyFileSync(`${root}examples/records-clock/glucose.csv`, join(folder, 'glucose.csv'));
spawnSync(process.execPath, [COMMAND, 'run', 'glucose.yaml', '--out', 'report'], { cwd: folder });

const server = spawn(process.execPath, [COMMAND, 'serve', '--port', '0']);
const address = await new Promise((found) =>
  server.stdout.on('data', (text) => {
    const [url] = /http:\/\/\S+/.exec(String(text)) ?? [];
    if (url) found(url);
  }),
);
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
async function taken(name, url, { width = 1280, height = 800, after = async () => {} } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  await after(page);
  await page.screenshot({ path: `${root}docs/${name}` });
  await page.close();
}
await taken('gallery/report.png', pathToFileURL(join(folder, 'report/report.html')).href, { width: 900 });
await taken('workbench.png', address, {
  after: (page) =>
    page
      .getByText('0.5223')
      .first()
      .waitFor()
      .catch(() => {}),
});
await browser.close();
server.kill();
rmSync(folder, { recursive: true });
