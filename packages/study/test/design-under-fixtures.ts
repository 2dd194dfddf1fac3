// Studies of a design under laws that are not known: drawn from data, or left open by a benchmark.
import { denseStudy } from './dense-fixtures.ts';

export const CALIBRATED = denseStudy(
  undefined,
  'catalogue: [{ at: [1.25, 3.75, 6.25, 8.75], noise: 0.4 }]\nchoose: { exactly: 2 }\n',
);

export const WORLDS = `sightline: 1
time: { horizon: 8, points: 8, unit: h }
target: mean
weights: uniform
latent: { kernel: { ou: { tau: 2 } } }
protocols:
  today: { at: [1, 2], noise: 0.2 }
  late: { at: [6, 7], noise: 0.2 }
realised: today
catalogue: [{ at: { from: 0.5, to: 7.5, count: 8 }, noise: 0.2 }]
choose: { exactly: 2 }
`;
