import { type Panel, panelsPicture } from '@sightline/answers/pictures';
import type { Series } from '../compare/series.ts';
import { figure1Panels } from '../pictures/figure-1.ts';
import { figure2aPanel, figure2cdPanels } from '../pictures/figure-2.ts';
import { figure2bPanel } from '../pictures/figure-2b.ts';
import { figure3Panels } from '../pictures/figure-3.ts';
import { figure4Panels } from '../pictures/figure-4.ts';
import type { Reproduction } from './reproduction.ts';

/** A figure of the paper, as far as its experiments were run. */
export interface Figure {
  number: number;
  title: string;
  /** What is to be seen, in our own words. */
  caption: string;
  panels: Panel[];
}

const FIGURES: readonly { kinds: readonly Series['kind'][]; title: string; caption: string }[] = [
  {
    kinds: ['two worlds'],
    title: 'Two worlds, one benchmark',
    caption:
      'Four time points and a benchmark that observes the first. (a) Two stationary laws, moved apart by ±ε along the one direction that the benchmark does not see. (b) All that the benchmark sees is the same in both. (c) What an alternative that observes the two middle points is worth: any value on the curve fits the same benchmark. (d) How many directions stay invisible as more points are measured; at none, the value is settled.',
  },
  {
    kinds: ['uniform errors', 'regrets', 'resolutions'],
    title: 'What finitely many calibration units cost',
    caption:
      'Means over replications with two standard errors to either side. (a) The largest error of an estimated value over all four-action protocols, for the temporal mean and for the time above 0; the dashed line falls like one over the root of m. Tail slopes are those over the three largest m. (b) Regret of the protocol that looked best, against twice the uniform error, which bounds it (dashed). Black: means over two laws and three targets, with the larger error that they have if all cells err together; grey: single replications, at most 40 of each cell and m. (c, d) Four nested classes of protocols, labelled by their size: a coarse class is easily estimated, and never gets below what its restriction costs.',
  },
  {
    kinds: ['held out'],
    title: 'Held-out prediction from recordings',
    caption:
      'Cross-fitted R² of a whole-record quantity from N grid points of each record, by where those points lie. Below each: what dispersing the points adds to taking them in one block, with the 2.5 and 97.5 percentiles over resampled people. Budgets stand at equal steps.',
  },
  {
    kinds: ['stabilities'],
    title: 'How stable a learned support is',
    caption:
      'What the target-aware support gains over another layout, by whom it was learned from. (a) Medians and 95 % of the draws for supports learned from fewer people; from all of them there is one, and no range. (b) Everything again on subsamples of the people: histogram, median and 95 % range; the dashed line is no difference.',
  },
];

function panelsOf(series: Series): Panel[] {
  switch (series.kind) {
    case 'two worlds':
      return figure1Panels(series);
    case 'uniform errors':
      return [figure2aPanel(series)];
    case 'regrets':
      return [figure2bPanel(series)];
    case 'resolutions':
      return figure2cdPanels(series);
    case 'held out':
      return figure3Panels(series);
    case 'stabilities':
      return figure4Panels(series);
  }
}

/** The figures that a run has something of, in the order of the paper. */
export function figuresOf({ experiments }: Pick<Reproduction, 'experiments'>): Figure[] {
  const all = Object.values(experiments).flatMap(({ series }) => (series ? [series] : []));
  return FIGURES.flatMap(({ kinds, title, caption }, k) => {
    const panels = kinds.flatMap((kind) => all.filter((series) => series.kind === kind).flatMap(panelsOf));
    return panels.length === 0 ? [] : [{ number: k + 1, title, caption, panels }];
  });
}

/** Each figure as one picture, by the name of its file. */
export function reproductionFigures(reproduction: Pick<Reproduction, 'experiments'>): Record<string, string> {
  return Object.fromEntries(
    figuresOf(reproduction).map(({ number, title, panels }) => [
      `figure-${number}.svg`,
      panelsPicture(`Figure ${number}: ${title}`, panels),
    ]),
  );
}
