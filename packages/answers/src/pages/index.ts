// Pages that stand alone in one file.
export { PAPER } from '../words/paper.ts';
export { html, type Markup, trusted } from './html.ts';
export { page } from './page.ts';
