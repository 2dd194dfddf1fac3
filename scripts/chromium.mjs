// The browser tests drive an installed Chromium: no browser is downloaded.
import { existsSync } from 'node:fs';
import { installPackage } from './debian.mjs';

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
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

/** Installs Debian's package where that is possible; otherwise says what to install and ends the process. */
export function ensureChromium() {
  if (findChromium()) return;
  installPackage('chromium', 'Chromium for the browser tests');
  if (findChromium()) return;
  console.error(
    'The browser tests need Chromium or Chrome. Install it (Debian and Ubuntu: apt-get install chromium; macOS: ' +
      'brew install --cask chromium), or set CHROMIUM to the path of its program, and run npm test again.',
  );
  process.exit(1);
}
