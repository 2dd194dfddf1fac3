import { layoutTitle } from '@sightline/engine/internal';
import { layoutOf, type RetrospectResult, templateName } from '@sightline/study';
import { quoted } from '../../words/quantities.ts';

/** The budget in the middle; nothing where only protocols are compared. */
export const middleOf = ({ budgets }: Pick<RetrospectResult, 'budgets'>): number | undefined =>
  budgets[Math.floor((budgets.length - 1) / 2)];

/** What is shown first: every layout at the budget in the middle, and the protocols. */
export function shownTemplates(
  result: Pick<RetrospectResult, 'budgets' | 'layouts' | 'protocols'>,
): string[] {
  const budget = middleOf(result);
  return [
    ...(budget === undefined ? [] : result.layouts.map((layout) => templateName(layout, budget))),
    ...Object.keys(result.protocols),
  ];
}

type Protocols = Pick<RetrospectResult, 'protocols'>;

export const isProtocol = (name: string, { protocols }: Protocols) => Object.hasOwn(protocols, name);

/** The budget of a template; nothing for a protocol. */
export const budgetOf = (template: string, result: Protocols): string =>
  isProtocol(template, result) ? '' : template.slice(template.lastIndexOf('-') + 1);

/** What a template is called, whatever its budget. */
export const wordsOf = (template: string, result: Protocols): string =>
  isProtocol(template, result) ? quoted(template) : layoutTitle(layoutOf(template));

/** What a template and its kin at other budgets have in common. */
export const kinOf = (template: string, result: Protocols): string =>
  isProtocol(template, result) ? template : layoutOf(template);
