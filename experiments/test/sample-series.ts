// Made-up numbers for tests of pictures and pages: what a run would bring, without the run.
import type { LayoutName } from '@sightline/engine/internal';
import { log } from '@sightline/engine/internal';
import type {
  Banded,
  HeldOut,
  Regrets,
  Resolutions,
  Stabilities,
  UniformErrors,
} from '../src/compare/series.ts';

const UNITS = [25, 50, 100, 250, 500, 1000];
const around = (value: number, share = 0.1): Banded => ({
  value,
  low: value * (1 - share),
  high: value * (1 + share),
});

export const SAMPLE_ERRORS: UniformErrors = {
  kind: 'uniform errors',
  units: UNITS,
  targets: ['mean', 'above 0'].map((name, t) => ({
    name,
    errors: UNITS.map((m) => around((1.2 - 0.1 * t) / Math.sqrt(m), 0.03)),
    slope: -0.48,
    tailSlope: -0.49,
  })),
};

export const SAMPLE_REGRETS: Regrets = {
  kind: 'regrets',
  units: UNITS,
  cells: ['trait OU, mean', 'two-scale OU, above 1'].map((name, c) => ({
    name,
    regret: UNITS.map((m) => around((0.6 + 0.4 * c) / m, 0.2)),
    error: UNITS.map((m) => around(1 / Math.sqrt(m))),
  })),
  cloud: UNITS.flatMap((units) =>
    Array.from({ length: 20 }, (_, i) => ({
      units,
      bound: (1.5 + i / 20) / Math.sqrt(units),
      regret: i % 4 === 0 ? i * 1e-17 : (0.02 * (i + 1)) / units,
    })),
  ),
};

export const SAMPLE_RESOLUTIONS: Resolutions = {
  kind: 'resolutions',
  units: UNITS,
  classes: [2, 5, 75, 568].map((size, c) => ({
    size,
    regret: UNITS.map((m) => around(0.04 / (c + 1) + 0.1 / m, 0.15)),
    error: UNITS.map((m) => around((0.6 + 0.2 * c) / Math.sqrt(m))),
  })),
};

const SLEEP: readonly LayoutName[] = ['contiguous', 'dispersed', 'aware', 'kernelQuadrature'];
const NIGHTS = [4, 8, 16, 32, 64];
const DAYS = [1, 2, 4, 8, 16, 32];

export const SAMPLE_HELD_OUT: HeldOut = {
  kind: 'held out',
  panels: [
    ...['REM', 'N3', 'Wake'].map((name, t) => ({
      name,
      records: 197,
      units: 100,
      budgets: NIGHTS,
      baseline: 0.4 + 0.2 * t,
      layouts: SLEEP.map((layout, l) => ({
        name: layout,
        r2: NIGHTS.map((_, k) => 0.5 + 0.15 * t + 0.03 * k + 0.01 * l),
        published: NIGHTS.map((budget, k) => (budget === 16 ? 0.5 + 0.15 * t + 0.03 * k + 0.01 * l : null)),
      })),
    })),
    {
      name: 'AF',
      records: 84,
      units: 84,
      budgets: DAYS,
      baseline: null,
      layouts: (['contiguous', 'dispersed'] as const).map((layout, l) => ({
        name: layout,
        r2: DAYS.map((_, k) => -0.3 + 0.2 * k + 0.25 * l),
      })),
    },
  ],
  contrasts: [
    ...['REM', 'N3', 'Wake'].flatMap((name) =>
      NIGHTS.map((budget, k) => ({
        name,
        budget,
        difference: {
          value: 0.03 * k,
          low: 0.03 * k - 0.05,
          high: 0.03 * k + 0.07,
          ...(budget === 16 && { published: { value: 0.055 } }),
        },
      })),
    ),
    ...DAYS.map((budget) => ({ name: 'AF', budget, difference: { value: 0.25, low: 0.1, high: 0.4 } })),
  ],
};

const VERSUS = ['kernelQuadrature', 'dispersed'] as const;

export const SAMPLE_STABILITIES: Stabilities = {
  kind: 'stabilities',
  budget: 16,
  target: 'REM',
  sweep: [20, 30, 40, 50, 60, 70, 79].map((units) => ({
    units,
    whole: units === 79,
    differences: VERSUS.map((versus, k) => ({
      versus,
      difference: {
        value: (k === 0 ? 1 : -1) * 0.0005 * units,
        low: -0.08,
        high: 0.09,
        ...(units === 20 && { published: { value: -0.005 } }),
      },
    })),
  })),
  subsamples: VERSUS.map((versus, k) => ({
    versus,
    spread: { value: -0.01, low: -0.1, high: 0.08, published: { value: -0.012, low: -0.11, high: 0.09 } },
    // Quantiles of a logistic law: no two alike, more in the middle.
    values: Array.from({ length: 200 }, (_, i) => {
      const share = (i + 0.5) / 200;
      return -0.01 + (0.02 + 0.005 * k) * log(share / (1 - share));
    }),
  })),
};
