import { type ParsedStudy, stepsOf } from '@sightline/study';
import { isOfRecords } from '../study/is-of-records.ts';

/** Why a study has no values, although nothing is wrong with it, and what can be asked in their place. */
export interface NotAsked {
  why: string;
  needs: string;
  instead: readonly ('calibrate' | 'identify' | 'retrospect')[];
}

/**
 * A value needs a law of the trajectory. A study may do without one: data with a target that was counted, or data of the
 * benchmark in its place. Then there is nothing to compute here, and nothing to complain of. undefined where a value can
 * be asked for, or where nothing can.
 */
export function valueInstead(parsed: ParsedStudy): NotAsked | undefined {
  const { runs, skipped } = stepsOf(parsed);
  const lack = skipped.find(({ step }) => step === 'value');
  const instead = (['calibrate', 'identify', 'retrospect'] as const).filter((step) => runs.includes(step));
  const protocols = Object.keys(parsed.parts.protocols ?? {});
  // Without a protocol there still is a law to be drawn; records need neither.
  if (!lack || instead.length === 0 || (protocols.length === 0 && !isOfRecords(parsed))) return undefined;
  return { why: lack.why, needs: lack.needs, instead };
}
