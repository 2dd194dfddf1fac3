/** Markup that may stand in a page as it is. Only `html` and `trusted` make it, and `html` escapes everything else. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | string | number | null | undefined | false | readonly Part[];

/** A template whose values are escaped unless they are markup. Lists are joined; null, undefined and false leave nothing. */
export function html(texts: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return { markup: texts.reduce((all, text, i) => all + written(values[i - 1]) + text) };
}

/** Our own SVG and style sheets. Never what a user wrote. */
export const trusted = (markup: string): Markup => ({ markup });

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(written).join('');
  return escapeHtml(String(part));
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
