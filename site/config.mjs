// How VitePress makes the site. Nothing is fetched from elsewhere: fonts are the system's, the search runs in the page.
import { readFileSync } from 'node:fs';
import { searchOptions } from './search.mjs';

const sidebar = JSON.parse(readFileSync(new URL('./dist/sidebar.json', import.meta.url), 'utf8'));

export default {
  lang: 'en-GB',
  title: 'Sightline',
  description: 'What an observation protocol is worth: known, told apart, best.',
  base: process.env.SIGHTLINE_SITE_BASE ?? '/',
  outDir: '../pages',
  cacheDir: '../cache',
  // links.mjs looks at them all, headings and files included.
  ignoreDeadLinks: true,
  themeConfig: {
    nav: [
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
