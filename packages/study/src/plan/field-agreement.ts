import type { Problem } from '@sightline/engine';
import { valueAt } from '../file/shape-problems.ts';
import { TIME } from '../schema/study.ts';
import { TARGET } from '../schema/target.ts';
import { nearestName } from '../words/nearest-name.ts';
import type { Needs } from './needs.ts';

// Rules between fields: each field alone is good, together they have to make sense.

/** The names under `protocols`, also of those that have problems of their own. */
export function protocolNames(study: unknown): string[] {
  const protocols = valueAt(study, ['protocols']);
  return protocols !== null && typeof protocols === 'object' && !Array.isArray(protocols)
    ? Object.keys(protocols)
    : [];
}

/** What every command over a time grid needs. Only a study of records does without, and is for another command. */
export function missingFields(study: unknown, command: string): Problem[] {
  const ofRecords = valueAt(study, ['records']) !== undefined;
  const why = ofRecords
    ? `this field is missing: \`sightline ${command}\` needs it, and records alone are for \`sightline retrospect\``
    : 'this field is missing';
  return [
    { path: ['time'], accepted: TIME },
    { path: ['target'], accepted: TARGET },
  ].flatMap(({ path, accepted }) =>
    valueAt(study, path) === undefined ? [{ path, value: undefined, why, accepted }] : [],
  );
}

export function realisedProblems(realised: string | undefined, names: readonly string[]): Problem[] {
  if (realised === undefined || names.includes(realised)) return [];
  const meant = nearestName(realised, names);
  return [
    {
      path: ['realised'],
      value: realised,
      why: `no protocol has this name${meant ? `; did you mean ${meant}?` : ''}`,
      accepted: names.length > 0 ? `one of ${names.join(', ')}` : 'the name of a protocol under `protocols`',
    },
  ];
}

/** `latent` is a kernel or a covariance, and is needed unless something stands in for it. Looks at what stands in the file, whatever its shape. */
export function latentProblems(study: unknown, { command, law }: Needs): Problem[] {
  const latent = valueAt(study, ['latent']);
  if (latent === undefined) {
    const instead = ['calibration', ...(law === 'or-benchmark' ? ['benchmark'] : [])];
    if (law === 'not-needed' || instead.some((field) => valueAt(study, [field]) !== undefined)) return [];
    return [
      {
        path: ['latent'],
        value: undefined,
        why: `\`sightline ${command}\` needs the law of the latent trajectory, and \`latent\` is missing`,
        accepted:
          'latent: { kernel: … } or latent: { covariance: file.csv }, or in its place calibration: { data: file.csv, ' +
          `noise: variance }${law === 'or-benchmark' ? ' or benchmark: { data: file.csv }' : ''}`,
      },
    ];
  }
  if (latent === null || typeof latent !== 'object' || Array.isArray(latent)) return [];
  const has = (name: string) => Object.hasOwn(latent, name);
  const stray = (name: string, home: string): Problem => ({
    path: ['latent', name],
    value: valueAt(latent, [name]),
    why: `\`${name}\` belongs to a \`${home}\`, and there is none here`,
    accepted: `\`${name}\` together with \`${home}\`, or neither`,
  });
  if (has('kernel') && has('covariance'))
    return [
      {
        path: ['latent'],
        value: Object.keys(latent),
        why: 'the law is given twice, as a kernel and as a covariance',
        accepted: 'exactly one of kernel and covariance',
      },
    ];
  const problems: Problem[] = [];
  if (!has('kernel') && has('trait')) problems.push(stray('trait', 'kernel'));
  if (!has('covariance') && has('indefinite')) problems.push(stray('indefinite', 'covariance'));
  if (!has('kernel') && !has('covariance') && problems.length === 0)
    problems.push({
      path: ['latent'],
      value: latent,
      why: 'neither a kernel nor a covariance is given',
      accepted: 'exactly one of kernel and covariance',
    });
  return problems;
}
