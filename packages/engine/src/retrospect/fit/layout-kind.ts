import type { LearningMoments, LearnOptions } from './learned-support.ts';

/** All that is known of a layout: how N grid points are chosen. One file each in layouts/. */
export interface LayoutKind<Name extends string = string> {
  readonly name: Name;
  readonly rank: number;
  /** In the words of the field, and where it puts its readings. */
  readonly title: string;
  readonly where: string;
  /** How its line is drawn: a colour by its name, dashes, and a mark that is filled or not. */
  readonly look: {
    readonly colour: 'grey' | 'black' | 'red' | 'blue' | 'green' | 'violet' | 'teal' | 'brown' | 'ochre';
    readonly dash: string;
    readonly mark: 'square' | 'circle' | 'triangle' | 'diamond';
    readonly filled: boolean;
  };
  /** Chosen beforehand; or from the training side of each fold, for each budget; or named by the study, without budgets. */
  readonly fixed?: (points: number, count: number, rounding?: 'nearest' | 'down') => number[];
  readonly learned?: (moments: LearningMoments, options: LearnOptions) => number[][];
  readonly named?: true;
}

/** As given; for its types. */
export const layoutKind = <const Name extends string>(kind: LayoutKind<Name>): LayoutKind<Name> => kind;
