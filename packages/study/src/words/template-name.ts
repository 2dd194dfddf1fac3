import type { LayoutName } from '@sightline/engine';

/** A layout at a budget, as results name it: dispersed-16. */
export const templateName = (layout: LayoutName, budget: number) => `${layout}-${budget}`;

/** The layout of such a name. */
export const layoutOf = (template: string) => template.slice(0, template.lastIndexOf('-')) as LayoutName;
