import type { LayoutName } from '@sightline/engine/internal';

/** What subsamples follow, and what it is compared with. */
export const FOLLOWED: LayoutName = 'aware';
export const OTHERS: readonly LayoutName[] = ['kernelQuadrature', 'dispersed'];
/** The paper's budget. */
export const USUAL_BUDGET = 16;
