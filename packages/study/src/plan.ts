import type { Action, LatentCovariance, Target, TimeGrid } from '@sightline/engine';
import { inFileOrder, type LocatedProblem } from './located-problem.ts';
import type { ParsedStudy } from './parse-study.ts';
import type { NamedFile } from './study-files.ts';
import { type Protocol, studyParts } from './study-parts.ts';
import type { Study } from './study-schema.ts';
import type { StudySource } from './study-source.ts';

/** A study as the engine's objects: what a command computes with. */
export interface Plan {
  study: Study;
  /** Where in the file each part stands, for problems that only computing brings to light. */
  source: StudySource;
  grid: TimeGrid;
  weights: Float64Array;
  latent: LatentCovariance;
  target: Target;
  /** In the order of the file. */
  protocols: Protocol[];
  /** Numbered from 0; empty where the study has none. */
  catalogue: Action[];
}

export type Planned<Made> = { ok: true; plan: Made } | { ok: false; problems: LocatedProblem[] };

/** The files that a study names, as far as a command reads them. */
export interface NamedFiles {
  covariance?: NamedFile | undefined;
  benchmark?: NamedFile | undefined;
}

/** How a command's plan comes out of a study. */
export interface Planner<Made> {
  reads: readonly (keyof NamedFiles)[];
  plan(parsed: ParsedStudy, files: NamedFiles): Planned<Made>;
}

/** What `sightline value` computes with: at least one protocol, and the law. */
export const valuePlanner: Planner<Plan> = {
  reads: ['covariance'],
  plan(parsed, { covariance }) {
    const built = studyParts(parsed, covariance, {
      command: 'value',
      protocols: true,
      lawOrBenchmark: false,
    });
    const { problems } = built;
    if (problems.length > 0 || !('time' in built)) return { ok: false, problems: inFileOrder(problems) };
    const { time, weights, target, latent, protocols, catalogue } = built;
    if (!weights || !target || !latent) return { ok: false, problems: [] };
    const study = parsed.parts as Study; // complete: every field passed its check
    const { source } = parsed;
    return {
      ok: true,
      plan: { study, source, grid: time.grid, weights, latent, target, protocols, catalogue },
    };
  },
};
