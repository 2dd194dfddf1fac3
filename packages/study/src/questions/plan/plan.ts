import { nearestName } from '@sightline/data';
import type { Measurement, Problem } from '@sightline/engine/internal';
import { isFittedStudy } from '../../law/law.ts';
import { protocolNames } from '../../parts/actions.ts';
import type { Asking } from '../../parts/study-parts.ts';
import { placed } from '../../problems/located-problem.ts';
import { list } from '../../words/text.ts';
import { calibratePlan, fittedPlan } from '../calibrate/index.ts';
import type { CalibratePlan, FittedPlan } from '../calibrate/plan-and-result.ts';

/** What `sightline plan` computes with. */
export interface UnitsPlan extends CalibratePlan {
  /** The two protocols asked for, by number. */
  pair: readonly [number, number] | undefined;
}

/** The same of a law that was fitted to sparse readings. */
export type FittedUnitsPlan = FittedPlan & Pick<UnitsPlan, 'pair'>;

/** The readings of each protocol. */
export type Members = readonly (readonly Measurement[])[];

/** A gap comes from the command line, or from two protocols. */
export async function unitsPlan(
  study: Asking,
  { gap, pair }: { gap?: number; pair?: string },
): Promise<UnitsPlan | FittedUnitsPlan | undefined> {
  const { intended, source } = study.parsed;
  const names = protocolNames(intended);
  const asked = pair === undefined ? undefined : pairIn(pair, names);
  if (asked && 'why' in asked) study.tell([placed(asked, source.file)]);
  const lacking = gap === undefined && pair === undefined && names.length < 2;
  if (lacking) study.report(noGap(names));
  // That there is no protocol at all is said by the same sentence.
  const said = names.length === 0 && (lacking || pair !== undefined);
  const planned = await (isFittedStudy(study.parsed) ? fittedPlan : calibratePlan)(study, !said);
  return planned && { ...planned, pair: asked as UnitsPlan['pair'] };
}

/** Wherever a comma divides the text into two names. */
function pairIn(text: string, names: readonly string[]): readonly [number, number] | Problem {
  const parts = text.split(',');
  const cuts = parts
    .slice(1)
    .map((_, i) => [parts.slice(0, i + 1), parts.slice(i + 1)].map((half) => half.join(',').trim()));
  for (const [one, other] of cuts) {
    const [a, b] = [names.indexOf(one!), names.indexOf(other!)];
    if (a >= 0 && b >= 0 && a !== b) return [a, b];
  }
  const unknown = parts.map((part) => part.trim()).find((part) => !names.includes(part));
  return {
    path: ['--pair'],
    value: text,
    why:
      unknown === undefined || parts.length !== 2
        ? 'these are not the names of two protocols'
        : { is: 'unknown', what: 'protocol', name: unknown, meant: nearestName(unknown, names) },
    accepted:
      names.length > 1 ? `two of ${list(names)}, with a comma between them` : 'the names of two protocols',
  };
}

function noGap(names: readonly string[]): Problem {
  return {
    path: ['protocols'],
    value: names,
    why: 'there are fewer than two protocols, so no difference',
    accepted: 'two protocols, or --gap with the difference in value that matters',
  };
}
