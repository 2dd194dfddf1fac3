import type { Measurement } from '../model/value/action.ts';
import type { DividedWork } from '../numerics/divided-work.ts';
import type { Matrix } from '../numerics/matrix.ts';
import { type CrossFit, crossFitReadings } from './fit/cross-fit.ts';
import type { Folds } from './fit/folds.ts';
import { bestLinearR2 } from './fit/weighted-ridge.ts';
import { halfSupports, type LayoutName, type LayoutOptions, layoutOfName, supportsOf } from './layouts.ts';
import { noisyRecords, readingsAt, readingsOver, withNoise } from './records/readings.ts';
import type { RecordSet } from './records/record-set.ts';

/** Layouts at several budgets and protocols, on one set of records or several. */
interface LayoutFitsInput {
  /** Each with one target. */
  cells: readonly {
    set: RecordSet;
    folds: Folds;
    /** Variance of what layouts read; protocols have their own. Without it every reading is exact. */
    noise?: number;
    /** Whether layouts are learned from halves of the units too. */
    halves?: boolean;
  }[];
  layouts: readonly LayoutName[];
  budgets: readonly number[];
  options: Omit<LayoutOptions, 'learnFrom'>;
  protocols?: readonly NamedReadings[];
  /** Of noise and of halves. */
  seed: number;
}

/** What is read under a name, whatever the budgets. */
export interface NamedReadings {
  name: string;
  actions: readonly Measurement[];
}

export interface LayoutFit extends CrossFit {
  /** Of each outer fold; none of a protocol. */
  supports: number[][];
  /** Of a learned layout: by division of the units and half. */
  halves: number[][][];
  /** Of what does not differ between folds, where there are no baselines. */
  linearValue: number | null;
}

/** Piece cell·(layouts + protocols) + one of them: on one set of records, a layout at every budget, or a protocol. */
export const layoutFits: DividedWork<LayoutFitsInput, LayoutFit[]> = {
  name: 'layout fits',
  prepare: ({ cells, layouts, budgets, options, protocols = [], seed }) => {
    const all = layouts.length + protocols.length;
    return (piece) => {
      const { set, folds, noise, halves: divided } = cells[Math.floor(piece / all)]!;
      const [target] = set.targets as [RecordSet['targets'][number]];
      const plain = set.baselines.cols === 0;
      const fitted = (readingsOf: (fold: number) => Matrix, same: boolean) => ({
        ...crossFitReadings(set, target.values, folds, readingsOf),
        linearValue: plain && same ? bestLinearR2(readingsOf(0), target.values) : null,
      });
      const protocol = protocols[(piece % all) - layouts.length];
      if (protocol) {
        const exact = readingsOver(target, protocol.actions);
        const read = noise === undefined ? exact : withNoise(exact, protocol.actions, set.records, seed);
        return [{ ...fitted(() => read, true), supports: [], halves: [] }];
      }
      const layout = layouts[piece % all]!;
      const learned = layoutOfName(layout).learned !== undefined;
      const own = noise ? noisyRecords(set, noise, seed) : set;
      const supports = supportsOf(layout, own, folds, 0, budgets, options);
      const halves = learned && divided ? halfSupports(layout, own, 0, budgets, seed, options) : [];
      return budgets.map((_, b) => ({
        ...fitted((fold) => readingsAt(own.targets[0]!, supports[fold]![b]!), !learned),
        supports: supports.map((by) => by[b]!),
        halves: halves.map((division) => division.map((half) => half[b]!)),
      }));
    };
  },
};
