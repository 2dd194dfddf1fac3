import { parseMatrix } from '@sightline/data';
import {
  type Action,
  type FeasibleFamily,
  InvalidInput,
  type LatentCovariance,
  latentCovariance,
  type Problem,
  type Target,
  target,
  targetWeights,
} from '@sightline/engine';
import { isMapping, located, type ParsedStudy } from '../file/parse-study.ts';
import { valueAt } from '../file/shape-problems.ts';
import type { NamedFile } from '../file/study-files.ts';
import { type StudyGrid, studyGrid } from '../file/study-grid.ts';
import { calibrationProblems, givenNoiseProblems } from '../law/calibration-agreement.ts';
import { type LocatedProblem, type Path, pathText } from '../problems/located-problem.ts';
import { recordsProblems } from '../records/agreement.ts';
import { type Entry, entrySchema, MOST_IN_CATALOGUE, MOST_READINGS } from '../schema/entry.ts';
import type { Study } from '../schema/study.ts';
import { choice } from './choice-agreement.ts';
import { actionCount, expandEntry } from './expand-actions.ts';
import { latentProblems, missingFields, protocolNames, realisedProblems } from './field-agreement.ts';
import { type Known, knownCorrelations } from './known-correlations.ts';
import type { Needs } from './needs.ts';

export interface Protocol {
  name: string;
  actions: Action[];
}

/** A study as engine objects, as far as they could be built, with the problems of the rest. */
export interface StudyParts {
  problems: LocatedProblem[];
  /** Adds problems of the study file. */
  report(found: readonly Problem[], base?: Path): void;
  time: StudyGrid;
  weights: Float64Array | undefined;
  target: Target | undefined;
  latent: LatentCovariance | undefined;
  known: Known;
  /** In the order of the file. */
  protocols: Protocol[];
  /** Numbered from 0; empty where the study has none. */
  catalogue: Action[];
  /** What may be chosen from it; undefined where the study does not say. */
  family: FeasibleFamily | undefined;
  /** What a choice is made for where it is not the study's own target; undefined beside a problem. */
  aims: (Target | undefined)[];
}

/** Builds everything that has a good shape, so that the problems of a file come all at once. */
export function studyParts(
  parsed: ParsedStudy,
  covariance: NamedFile | undefined,
  needs: Needs,
): StudyParts | { problems: LocatedProblem[] } {
  const { source, parts, sound, intended } = parsed;
  const problems = [...parsed.problems];
  const report = (found: readonly Problem[], base: Path = []) => {
    problems.push(
      ...found.map((problem) => located({ ...problem, path: [...base, ...problem.path] }, source)),
    );
  };
  /** Builds a part, or reports why not (leaving out what hangs on another part's mistake). */
  const build = <Part>(
    base: Path,
    make: () => Part,
    tellable: (problem: Problem) => boolean = () => true,
  ) => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      report(error.problems.filter(tellable), base);
      return undefined;
    }
  };
  if (!isMapping(source.value)) return { problems };

  // What could not be read has been told; that it is missing is no news.
  const told = new Set(problems.map(({ path }) => path));
  report(missingFields(intended, needs.command).filter(({ path }) => !told.has(pathText(path))));
  const time = studyGrid(sound.time);
  report(time.problems, ['time']);
  const weights = build(
    ['weights'],
    () => targetWeights(parts.weights ?? 'uniform', time.grid),
    ({ path }) => time.pointsKnown || path.length > 0,
  );
  const aim = parts.target && !needs.dataTarget && build(['target'], () => target(parts.target!));

  report(latentProblems(intended, needs));
  const latent = planLatent(parts.latent, covariance, time, build, (problem) => problems.push(problem));
  const { known, problems: unknowable } = knownCorrelations(parts.know ?? {}, time);
  report(unknowable, ['know']);
  if (parts.calibration) report(calibrationProblems(parts.calibration), ['calibration']);
  report(givenNoiseProblems(valueAt(intended, ['calibration', 'noise']), time), ['calibration']);
  const recordsSound = !problems.some(({ path }) => /^(records|templates)\b/.test(path));
  if (parts.records && recordsSound) report(recordsProblems(parts.records, parts.templates ?? {}));

  const expand = (
    entries: readonly unknown[],
    pathOf: (i: number) => Path,
    most = Number.POSITIVE_INFINITY,
  ): Action[] => {
    const shapes = entries.map((entry) => entrySchema.safeParse(entry));
    const count = shapes.reduce((sum, { data }) => sum + (data ? actionCount(data) : 0), 0);
    if (count > most) {
      report([
        {
          path: ['catalogue'],
          value: `${count} actions`,
          why: 'so many actions are too many to choose from',
          accepted: `a catalogue of at most ${most} actions`,
        },
      ]);
      return [];
    }
    return shapes.flatMap((shape, i) => {
      if (!shape.success) return [];
      const { actions, problems: found } = expandOn(shape.data, time);
      report(found, pathOf(i));
      return actions;
    });
  };
  const named = isMapping(sound.protocols) ? Object.entries(sound.protocols) : [];
  const protocols = named.map(([name, given]) => ({
    name,
    actions: Array.isArray(given)
      ? expand(given, (i) => ['protocols', name, i])
      : expand([given], () => ['protocols', name]),
  }));
  for (const { name, actions } of protocols) report(tooManyReadings(name, actions));
  const catalogue = Array.isArray(sound.catalogue)
    ? expand(sound.catalogue, (i) => ['catalogue', i], MOST_IN_CATALOGUE)
    : [];

  const names = protocolNames(intended);
  report(realisedProblems(parts.realised, names));
  const countable =
    parts.catalogue !== undefined &&
    time.horizonKnown &&
    time.pointsKnown &&
    !problems.some(({ path }) => path.startsWith('catalogue'));
  const { family, problems: impossible } = choice(
    parts.choose,
    intended,
    countable ? catalogue : undefined,
    !problems.some(({ path }) => path.startsWith('choose')),
  );
  report(impossible);
  const aims = (parts.choose?.targets ?? []).map((one, i) =>
    needs.dataTarget ? undefined : build(['choose', 'targets', i, 'target'], () => target(one.target)),
  );
  if (needs.protocols && names.length === 0 && !problems.some(({ path }) => path === 'protocols'))
    report([
      {
        path: ['protocols'],
        value: undefined,
        why: `\`sightline ${needs.command}\` needs at least one protocol`,
        accepted: 'protocols: { name: [{ at: time, noise: variance }] }',
      },
    ]);
  return {
    problems,
    report,
    time,
    weights,
    target: aim || undefined,
    latent,
    known,
    protocols,
    catalogue,
    family,
    aims,
  };
}

type Build = <Part>(
  base: Path,
  make: () => Part,
  tellable?: (problem: Problem) => boolean,
) => Part | undefined;

function planLatent(
  latent: Study['latent'],
  covariance: NamedFile | undefined,
  { grid, pointsKnown }: StudyGrid,
  build: Build,
  report: (problem: LocatedProblem) => void,
): LatentCovariance | undefined {
  if (latent?.kernel !== undefined && latent.covariance === undefined) {
    const { kernel, trait } = latent;
    return build(
      ['latent'],
      () => latentCovariance(trait === undefined ? { kernel } : { kernel, trait }, grid),
      ({ path }) => pointsKnown || path.at(-1) !== 'toeplitz',
    );
  }
  if (!covariance) return undefined;
  const { file, text } = covariance;
  const read = parseMatrix(text);
  if (!read.ok) {
    for (const { line, column, cell, value, why, accepted } of read.problems)
      report({ file, line, column, path: pathText(['latent', 'covariance', ...cell]), value, why, accepted });
    return undefined;
  }
  if (!pointsKnown) return undefined;
  try {
    const { indefinite } = latent ?? {};
    const given = { covariance: read.matrix };
    return latentCovariance(indefinite === undefined ? given : { ...given, indefinite }, grid);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    for (const { path, value, why, accepted } of error.problems) {
      const [, row, cell] = path;
      const position =
        typeof row === 'number' && typeof cell === 'number'
          ? read.positionOf(row, cell)
          : { line: 1, column: 1 };
      report({ file, ...position, path: pathText(['latent', ...path]), value, why, accepted });
    }
    return undefined;
  }
}

/** An entry's actions; where the time grid itself has a problem, only what does not hang on it is told. */
export function expandOn(
  entry: Entry,
  { grid, horizonKnown, pointsKnown }: StudyGrid,
): ReturnType<typeof expandEntry> {
  const { actions, problems } = expandEntry(entry, grid);
  return {
    actions,
    problems: problems.filter(({ path, value }) => {
      if (path[0] === 'at') return horizonKnown || path.at(-1) === 'count';
      const tooNarrow = path[0] === 'width' && typeof value === 'number' && value > 0;
      return !tooNarrow || (horizonKnown && pointsKnown);
    }),
  };
}

/** Readings of the same grid points with the same noise count once: they are averaged. */
function tooManyReadings(name: string, actions: readonly Action[]): Problem[] {
  if (actions.length <= MOST_READINGS) return [];
  const different = new Set(actions.map(({ first, last, noise }) => `${first} ${last} ${noise}`)).size;
  if (different <= MOST_READINGS) return [];
  return [
    {
      path: ['protocols', name],
      value: `${different} different readings`,
      why: 'the covariances of so many readings would not fit into memory, nor their inverse into a minute',
      accepted: `a protocol of at most ${MOST_READINGS} readings that differ in their grid points or noise`,
    },
  ];
}
