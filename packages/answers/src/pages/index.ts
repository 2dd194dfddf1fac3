// Pages that stand alone in one file.
export { PAPER } from '../words/paper.ts';
export { escapeHtml, html, type Markup, trusted } from './html.ts';
export { PAGE_STYLE, type PageParts, page } from './page.ts';
