import type { ProtocolValue, Target, TargetSpec } from '@sightline/engine/internal';
import { familyValues } from '../../law/family-values.ts';
import { type Law, type LawSource, lawKind, lawOf } from '../../law/law.ts';
import type { Asking } from '../../parts/study-parts.ts';

/**
 * What the last question made, for one who asks again and again while one thing changes: the law of a kernel, which no file stands
 * behind, and every protocol's value under it. Values are the same in whichever company they are computed.
 */
export interface KeptValues {
  law?: { of: string; source: LawSource };
  values?: { law: Law; of: string; variance: number; byActions: ReadonlyMap<string, ProtocolValue> };
}

/** `lawOf`, or what it made of the same fields before. */
export async function keptLaw(kept: KeptValues, study: Asking): Promise<LawSource | undefined> {
  const { problems, parts } = study.parsed;
  const { latent, time, weights } = parts;
  const isKernel = lawKind(study.parsed).from === 'latent' && latent?.kernel && !latent.fitted;
  if (problems.length > 0 || !isKernel) return lawOf(study);
  const of = JSON.stringify([latent, time, weights]);
  if (kept.law?.of === of) return kept.law.source;
  const source = await lawOf(study);
  if (source && study.isSound()) kept.law = { of, source };
  return source;
}

/** `familyValues`, of which those are computed that were not there before. */
export function keptFamilyValues(
  kept: KeptValues,
  plan: Parameters<typeof familyValues>[0] & { target: TargetSpec },
  law: Law,
  target: Target,
  seed: number,
): ReturnType<typeof familyValues> {
  const of = JSON.stringify([plan.target, seed]);
  const before = kept.values?.law === law && kept.values.of === of ? kept.values : undefined;
  const keys = plan.protocols.map(({ actions }) => JSON.stringify(actions));
  const missing = plan.protocols.filter((_, i) => !before?.byActions.has(keys[i]!));
  const made =
    before && missing.length === 0
      ? undefined
      : familyValues({ ...plan, protocols: missing }, law, target, seed);
  let next = 0;
  const protocols = keys.map((key) => before?.byActions.get(key) ?? made!.protocols[next++]!);
  const variance = before?.variance ?? made!.variance;
  kept.values = { law, of, variance, byActions: new Map(keys.map((key, i) => [key, protocols[i]!])) };
  return { variance, protocols };
}
