import { canMiss, type Problem, readCompletely, type TargetSpec } from '@sightline/engine/internal';
import { gridPlan, writtenFields } from '../../asking/question.ts';
import { lawKind, lawOn } from '../../law/law.ts';
import { givenBySurface, surfaceLaw } from '../../law/surface-law.ts';
import { checkTarget, isLinearUnder } from '../../law/target-of-law.ts';
import { catalogue, protocols, realised, someProtocol } from '../../parts/actions.ts';
import { permitted } from '../../parts/choice.ts';
import { weights } from '../../parts/horizon.ts';
import type { Asking } from '../../parts/study-parts.ts';
import type { Study } from '../../schema/study.ts';

/** Whether pairs of times are open in the law without a kernel, or there is none because of a problem. */
export async function openOrUnsound(study: Asking): Promise<boolean> {
  const made = await study.part(surfaceLaw);
  return made === undefined || made.surface.unseen.length > 0;
}

/** With a law of which only some pairs of times were seen, what is known is what was seen: no protocol's law with the target is. */
export async function surfacePlan(study: Asking, aim: TargetSpec | undefined) {
  const surface = await study.part(surfaceLaw);
  const own = study.part(weights);
  const kind = lawKind(study.parsed);
  checkTarget(study, kind, surface && own && { given: lawOn(givenBySurface(surface), own) }, aim);
  study.part(writtenFields);
  study.part(someProtocol);
  // Of a protocol that does not exist it is said all the same.
  study.part(realised);
  study.report(restrictions(study.parsed.parts));
  const asWritten = study.part(protocols);
  const all = asWritten.map((protocol) => ({ ...protocol, actions: readCompletely(protocol.actions) }));
  const plan = gridPlan(study);
  if (!plan || !surface || !aim) return undefined;
  return {
    ...plan,
    target: aim,
    linear: isLinearUnder(kind, aim),
    protocols: all,
    catalogue: readCompletely(study.part(catalogue)),
    permitted: study.part(permitted),
    missed: asWritten.filter(({ actions }) => canMiss(actions)).map((protocol) => protocol.name),
    realised: [],
    alternatives: all,
    assume: 'any' as const,
    knowledge: {},
    knownShift: 0,
    law: { by: 'surface' as const, surface },
  };
}

/** What narrows the laws that are possible beside a benchmark, and is not used here. */
function restrictions({ assume, know }: Partial<Study>): Problem[] {
  const why = 'what a surface leaves open is any correlation matrix with the pairs of times that were seen';
  return [
    ...(assume === 'stationary' ? [{ path: ['assume'], value: assume, why, accepted: 'any' }] : []),
    ...(know ? [{ path: ['know'], value: know, why, accepted: 'no `know` beside `fit: { surface }`' }] : []),
  ];
}
