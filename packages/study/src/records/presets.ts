import type { StudyFile } from '../schema/study.ts';

type Records = NonNullable<StudyFile['records']>;
type Templates = NonNullable<StudyFile['templates']>;
export type PresetName = NonNullable<Records['preset']>;

/** What a public database is read with, unless the study says otherwise. */
export interface Preset {
  records: Required<
    Pick<Records, 'grid' | 'epoch' | 'invalid' | 'other' | 'targets' | 'baselines' | 'cohorts'>
  >;
  templates: Required<Pick<Templates, 'layouts' | 'budgets' | 'rounding'>>;
  /** Covariates that its reader knows. */
  covariates: readonly string[];
  /** Files in splits/ beside the data, by what they are for: all records, a stratum, a cohort. */
  folds: Readonly<Record<string, string>>;
}

/** As the paper analyses them. */
export const PRESET: Readonly<Record<PresetName, Preset>> = {
  'sleep-edfx': {
    records: {
      grid: { points: 128, reading: 'anchor' },
      epoch: { seconds: 30, rounding: 'nearest', block: 1 },
      invalid: ['Sleep stage ?', 'Movement time'],
      other: ['Sleep stage 1', 'Sleep stage 2'],
      // Stages 3 and 4 of the older rules are N3 of the newer.
      targets: {
        REM: ['Sleep stage R'],
        N3: ['Sleep stage 3', 'Sleep stage 4'],
        Wake: ['Sleep stage W'],
      },
      baselines: ['stratum', 'hours', 'temazepam'],
      cohorts: {},
    },
    templates: {
      layouts: ['contiguous', 'dispersed', 'aware', 'kernelQuadrature', 'posteriorVariance'],
      budgets: [4, 8, 16, 32, 64],
      rounding: 'nearest',
    },
    covariates: ['temazepam'],
    folds: { all: 'sleep-edfx.csv', SC: 'sleep-edfx-SC.csv', ST: 'sleep-edfx-ST.csv' },
  },
  ltafdb: {
    records: {
      grid: { points: 96, reading: 'mean' },
      epoch: { seconds: 1, rounding: 'down', block: 60 },
      invalid: [],
      other: ['N', 'AB', 'B', 'IVR', 'SBR', 'SVTA', 'T', 'VT'],
      targets: { AF: ['AFIB', 'AFL'] },
      baselines: [],
      cohorts: {
        'AF-strict': { of: 'AF', above: 0, below: 1 },
        'AF-mixed': { of: 'AF', from: 0.05, to: 0.95 },
      },
    },
    templates: {
      layouts: ['contiguous', 'dispersed'],
      budgets: [1, 2, 4, 8, 16, 32],
      rounding: 'down',
    },
    covariates: [],
    folds: { all: 'ltafdb-all.csv', 'AF-strict': 'ltafdb-strict.csv', 'AF-mixed': 'ltafdb-mixed.csv' },
  },
};
