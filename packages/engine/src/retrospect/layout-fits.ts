import type { DividedWork } from '../numerics/divided-work.ts';
import { type CrossFit, crossFit } from './fit/cross-fit.ts';
import type { Folds } from './fit/folds.ts';
import { type LayoutName, type LayoutOptions, supportsOf } from './layouts.ts';
import type { RecordSet } from './records/record-set.ts';

/** Layouts at several budgets, on one set of records or several. */
interface LayoutFitsInput {
  /** Each with one target. */
  cells: readonly { set: RecordSet; folds: Folds }[];
  layouts: readonly LayoutName[];
  budgets: readonly number[];
  options: Omit<LayoutOptions, 'learnFrom'>;
}

export interface LayoutFit extends CrossFit {
  /** Of each outer fold. */
  supports: number[][];
}

/** Piece cell·layouts + layout: one layout on one set of records, at every budget. */
export const layoutFits: DividedWork<LayoutFitsInput, LayoutFit[]> = {
  name: 'layout fits',
  prepare: ({ cells, layouts, budgets, options }) => {
    return (piece) => {
      const { set, folds } = cells[Math.floor(piece / layouts.length)]!;
      const supports = supportsOf(layouts[piece % layouts.length]!, set, folds, 0, budgets, options);
      return budgets.map((_, b) => ({
        ...crossFit(set, set.targets[0]!, folds, (fold) => supports[fold]![b]!),
        supports: supports.map((own) => own[b]!),
      }));
    };
  },
};
