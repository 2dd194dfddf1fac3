// How VitePress makes the site. Nothing is fetched from elsewhere: fonts are the system's, the search runs in the page.
import { readFileSync } from 'node:fs';
import { searchOptions } from './search.mjs';

const sidebar = JSON.parse(readFileSync(new URL('./dist/sidebar.json', import.meta.url), 'utf8'));

/** Three looks on a line. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M1 8h14" stroke="#64748b"/><g fill="#1d4ed8"><circle cx="3" cy="8" r="2"/><circle cx="8" cy="8" r="2"/><circle cx="13" cy="8" r="2"/></g></svg>',
)}`;

export default {
  lang: 'en-GB',
  title: 'Sightline',
  description: 'What an observation protocol is worth: known, told apart, best.',
  base: process.env.SIGHTLINE_SITE_BASE ?? '/',
  outDir: '../pages',
  cacheDir: '../cache',
  // links.mjs looks at them all, headings and files included.
  ignoreDeadLinks: true,
  head: [['link', { rel: 'icon', href: ICON }]],
  // The index of the search is one file, fetched when somebody searches.
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  // The colours of the ordinary ones are too near to the paper to be read by everybody.
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Which command?', link: '/which-command' },
      { text: 'Study file', link: '/study-file' },
      { text: 'Glossary', link: '/glossary' },
    ],
    sidebar,
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local', options: { miniSearch: { searchOptions }, detailedView: false } },
    docFooter: { prev: 'Before', next: 'Next' },
  },
};
