import { darkPictures, PALETTE } from '../pictures/palette.ts';
import { html, type Markup, trusted } from './html.ts';

export interface PageParts {
  title: string;
  body: Markup;
  /** Rules of this page, after those of every page. */
  style?: string;
}

/** A whole page in one file: it opens from disk, loads nothing, runs nothing. */
export function page({ title, body, style = '' }: PageParts): string {
  return `<!doctype html>\n${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Sightline">
<title>${title}</title>
<style>${trusted(PAGE_STYLE)}
${trusted(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.markup
  }`;
}

const tokens = (of: 'light' | 'dark') =>
  Object.entries(PALETTE)
    .map(([name, colour]) => `--${name}:${colour[of]}`)
    .join(';');

/**
 * Shadows at the edges behind which a table goes on. Covers of the page's colour move with the table and hide the shadow at an
 * end that is reached: it is told without a script, and where nothing has to be scrolled there is none.
 */
const SHADE = 'color-mix(in srgb,var(--ink) 35%,transparent)';
const FURTHER = [
  'linear-gradient(to right,var(--ground) 50%,transparent) 0 0/2.5rem 100% no-repeat local',
  'linear-gradient(to left,var(--ground) 50%,transparent) 100% 0/2.5rem 100% no-repeat local',
  `linear-gradient(to right,${SHADE},transparent) 0 0/.8rem 100% no-repeat scroll`,
  `linear-gradient(to left,${SHADE},transparent) 100% 0/.8rem 100% no-repeat scroll`,
].join(',');

/** Text that reads well on a phone, on a screen and on paper. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;${tokens('light')}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:70rem;padding:1.5rem clamp(1rem,4vw,2.5rem) 4rem;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,sans-serif}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.25rem;line-height:1.3;margin:2.5rem 0 .5rem;padding-top:.75rem;border-top:1px solid var(--rule)}
h3{font-size:1rem;margin:1.5rem 0 .4rem}
p,li{max-width:68ch}
a{color:var(--blue)}
figure{margin:1rem 0;overflow-x:auto}
figure svg{max-width:100%;height:auto;display:block}
figcaption{color:var(--muted);font-size:.9rem;max-width:68ch;margin-top:.4rem}
.scroll{overflow-x:auto;background:${FURTHER}}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--muted);padding:.25rem 0}
th,td{padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--rule);text-align:left;vertical-align:top}
td.number,th.number{text-align:right}
th{font-weight:600}
code{font-family:ui-monospace,monospace;font-size:.9em}
.muted{color:var(--muted)}
@media screen and (prefers-color-scheme:dark){:root{${tokens('dark')}}
${darkPictures()}}
@media print{:root{${tokens('light')}}
body{max-width:none;padding:0;font-size:10pt}
@page{margin:16mm 15mm 18mm;@bottom-right{content:counter(page) ' / ' counter(pages);font:8pt system-ui,sans-serif;color:${PALETTE.muted.light}}}
h2,h3,caption{break-after:avoid}
figure,tr,dd,.scroll,pre{break-inside:avoid}
thead{display:table-header-group}
p,li,dd{orphans:3;widows:3}
.scroll,figure{overflow:visible}
.scroll{background:none}}
`.trim();
