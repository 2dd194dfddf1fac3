import type { ParsedStudy } from '../file/parse-study.ts';
import { valueAt } from '../file/study-source.ts';
import { estimandOf } from './calibration-rules.ts';

/** What the numbers of a study are about, as its fields say it, before any law is made. */
export interface LawKind {
  from: 'latent' | 'calibration';
  estimand: 'gaussian' | 'linear';
  /** Of thresholds, noise and target: the data's own, or standard deviations of the latent quantity. */
  unit: 'data' | 'sd';
  /** Whether the law is that of the logarithm. */
  transform: 'none' | 'log';
}

/** `from`: the law under `latent` where there is one, or that of the data in any case. */
export function lawKind(
  { intended, parts }: Pick<ParsedStudy, 'intended' | 'parts'>,
  from: 'either' | 'data' = 'either',
): LawKind {
  const has = (...path: string[]) => valueAt(intended, path) !== undefined;
  if (!has('calibration') || (has('latent') && from === 'either'))
    return {
      from: 'latent',
      estimand: 'gaussian',
      unit: has('latent', 'mean') || has('latent', 'sd') ? 'data' : 'sd',
      transform: parts.latent?.transform ?? 'none',
    };
  const { calibration } = parts;
  const estimand = calibration ? estimandOf(calibration) : 'gaussian';
  return {
    from: 'calibration',
    estimand,
    unit: estimand === 'linear' || calibration?.scale !== 'standardised' ? 'data' : 'sd',
    transform: calibration?.transform ?? 'none',
  };
}
