// The browser tests drive an installed Chromium: no browser is downloaded.
import { existsSync, readFileSync } from 'node:fs';
import { installPackage } from './debian.mjs';
import { root } from './ensure-installed.mjs';

// Those in which `sightline doctor` looks; read as a file, since Node 20 warns of imported JSON.
const PLACES = [
  process.env.CHROMIUM,
  ...JSON.parse(readFileSync(`${root}packages/cli/src/doctor/chromium-places.json`, 'utf8')),
];

/** Where a Chromium is, or undefined. */
export function findChromium() {
  return PLACES.find((place) => place && existsSync(place));
}

/** Flags under which it runs as root, without a display and without reaching for the network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Installs Debian's package where that is possible; otherwise says what to install and ends the process. The shell is the same browser
 * without its windows: with them, each page of a test opens another one, which takes ten times as long as the page.
 */
export function ensureChromium() {
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (findChromium()) return;
    installPackage(name, 'Chromium for the browser tests');
  }
  if (findChromium()) return;
  console.error(
    'The browser tests need Chromium or Chrome. Install it (Debian and Ubuntu: apt-get install chromium; macOS: ' +
      'brew install --cask chromium), or set CHROMIUM to the path of its program, and run npm test again.',
  );
  process.exit(1);
}
