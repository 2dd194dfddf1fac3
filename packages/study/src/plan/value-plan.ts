import type { Action, Target, TimeGrid } from '@sightline/engine';
import type { ParsedStudy } from '../file/parse-study.ts';
import type { NamedFile } from '../file/study-files.ts';
import type { StudySource } from '../file/study-source.ts';
import type { CalibrationFile } from '../law/calibration-file.ts';
import { inFileOrder, type LocatedProblem } from '../problems/located-problem.ts';
import type { Study } from '../schema/study.ts';
import { type EstimatedFrom, isEstimated, type Law, plannedLaw } from './estimated-law.ts';
import { type Protocol, studyParts } from './study-parts.ts';

/** A study as the engine's objects: what a command computes with. */
export interface Plan {
  study: Study;
  /** Where in the file each part stands, for problems that only computing brings to light. */
  source: StudySource;
  grid: TimeGrid;
  weights: Float64Array;
  latent: Law;
  /** How the law was estimated, where it was; null where it is given. */
  estimated: EstimatedFrom | null;
  target: Target;
  /** In the order of the file. */
  protocols: Protocol[];
  /** Numbered from 0; empty where the study has none. */
  catalogue: Action[];
}

export type Planned<Made> = { ok: true; plan: Made } | { ok: false; problems: LocatedProblem[] };

/** The files that a study names, as far as a command reads them. */
export interface TextFiles {
  covariance?: NamedFile | undefined;
  benchmark?: NamedFile | undefined;
}
export interface NamedFiles extends TextFiles {
  calibration?: CalibrationFile | undefined;
}

/** How a command's plan comes out of a study. */
export interface Planner<Made> {
  reads(parsed: ParsedStudy): readonly (keyof NamedFiles)[];
  plan(parsed: ParsedStudy, files: NamedFiles): Planned<Made>;
}

/** A study with its law, given or estimated, for a command of this name. */
function planner(needs: { command: string; protocols: boolean }): Planner<Plan> {
  return {
    reads: (parsed) => (isEstimated(parsed) ? ['calibration'] : ['covariance']),
    plan(parsed, files) {
      const built = studyParts(parsed, files.covariance, { ...needs, law: 'needed' });
      const { problems } = built;
      if (!('time' in built)) return { ok: false, problems };
      const { time, weights, target, protocols, catalogue } = built;
      const law = plannedLaw(parsed, files.calibration, built, 'value');
      if (problems.length > 0 || !weights || !target || !law)
        return { ok: false, problems: inFileOrder(problems) };
      const study = parsed.parts as Study; // complete: every field passed its check
      const { source } = parsed;
      return {
        ok: true,
        plan: { study, source, grid: time.grid, weights, ...law, target, protocols, catalogue },
      };
    },
  };
}

/** What `sightline value` computes with: at least one protocol, and the law, given or estimated. */
export const valuePlanner = planner({ command: 'value', protocols: true });

/** The same for whoever looks at the law alone: there may be no protocol yet. */
export const lawPlanner = planner({ command: 'value', protocols: false });
