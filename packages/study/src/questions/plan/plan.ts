import type { Problem } from '@sightline/engine';
import { protocolNames } from '../../plan/field-agreement.ts';
import type { Planner } from '../../plan/value-plan.ts';
import type { LocatedProblem } from '../../problems/located-problem.ts';
import { list } from '../../words/name-text.ts';
import { nearestName } from '../../words/nearest-name.ts';
import { type CalibratePlan, planCalibrate } from '../calibrate/plan.ts';

/** What `sightline plan` computes with. */
export interface UnitsPlan extends CalibratePlan {
  /** The two protocols asked for, by number. */
  pair: readonly [number, number] | undefined;
}

export interface UnitsQuestion {
  gap?: number;
  /** Two names with a comma between them, which may hold commas themselves. */
  pair?: string;
}

/** A gap comes from the command line, or from two protocols. */
export function unitsPlanner({ gap, pair }: UnitsQuestion): Planner<UnitsPlan> {
  return {
    reads: () => ['calibration'],
    plan(parsed, files) {
      const names = protocolNames(parsed.intended);
      const { file } = parsed.source;
      const asked = pair === undefined ? undefined : pairIn(pair, names);
      const found = [
        ...(asked && 'why' in asked ? [asked] : []),
        ...(gap === undefined && pair === undefined && names.length < 2 ? [noGap(names)] : []),
      ].map(
        ({ path, value, why, accepted }): LocatedProblem => ({
          file,
          ...(path[0] === 'protocols' ? parsed.source.locate(path) : { line: null, column: null }),
          path: path.join('.'),
          value: value ?? null,
          why,
          accepted,
        }),
      );
      const planned = planCalibrate('plan', parsed, files);
      if (!planned.ok) {
        // That there is no protocol at all is said by the same sentence.
        const others = planned.problems.filter(({ path }) => !(names.length === 0 && path === 'protocols'));
        return { ok: false, problems: [...found, ...(found.length > 0 ? others : planned.problems)] };
      }
      if (found.length > 0) return { ok: false, problems: found };
      return { ok: true, plan: { ...planned.plan, pair: asked as UnitsPlan['pair'] } };
    },
  };
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
  const meant = unknown === undefined ? undefined : nearestName(unknown, names);
  return {
    path: ['--pair'],
    value: text,
    why:
      unknown === undefined || parts.length !== 2
        ? 'these are not the names of two protocols'
        : `no protocol is called ${unknown}${meant ? `; did you mean ${meant}?` : ''}`,
    accepted:
      names.length > 1 ? `two of ${list(names)}, with a comma between them` : 'the names of two protocols',
  };
}

function noGap(names: readonly string[]): Problem {
  return {
    path: ['protocols'],
    value: names,
    why: 'fewer than two protocols have no difference that could be resolved',
    accepted: 'two protocols, or --gap with the difference in value that matters',
  };
}
