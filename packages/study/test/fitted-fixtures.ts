/** A law as `sightline fit --write` leaves it, and a study around it. */
export const FITTED = `fitted:
    units: 200
    readings: 1180
    noise: 95
    parameters: [tau, trait, mean, sd, noise]
    covariance:
      - [0.02, -0.02, 0, 0.001, 0.01]
      - [-0.02, 0.06, 0, 0.003, -0.003]
      - [0, 0, 4, 0, 0]
      - [0.001, 0.003, 0, 0.001, 0]
      - [0.01, -0.003, 0, 0, 0.03]
`;

/** `fitted` may be another block, or none; `more` are further fields. */
export const fittedStudy = ({ fitted = FITTED, target = 'mean', more = '' } = {}): string => `sightline: 1
time: { horizon: 24, points: 24, unit: h }
target: ${target}
latent:
  kernel: { ou: { tau: 3 } }
  trait: 0.2
  mean: 140
  sd: 50
  ${fitted}
protocols:
  noon: { at: 12.5, noise: 100 }
  spread: { at: [3.5, 9.5, 15.5, 21.5], noise: 100 }
  mirrored: { at: [2.5, 8.5, 14.5, 20.5], noise: 100 }
  morning: { at: [7.5, 8.5, 9.5, 10.5], noise: 100 }
${more}`;
