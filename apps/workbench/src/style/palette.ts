import { darkPictures, PALETTE } from '@sightline/answers/pictures';

/** The colours of page and pictures, from the one palette that reports and files use too. Paper is always light. */
export function followPalette(): void {
  const tokens = (of: 'light' | 'dark') =>
    Object.entries(PALETTE)
      .map(([name, colour]) => `--${name}:${colour[of]}`)
      .join(';');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:root{${tokens('light')}}@media screen and (prefers-color-scheme:dark){:root{${tokens('dark')}}${darkPictures()}}`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
