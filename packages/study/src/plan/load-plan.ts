import { UnreadableFile } from '@sightline/data';
import { located, type ParsedStudy, parseStudy } from '../file/parse-study.ts';
import { readText } from '../file/read-text.ts';
import { besideStudy, inputHash, type StudyFiles } from '../file/study-files.ts';
import { calibrationRequest, readCalibration } from '../law/calibration-file.ts';
import { InvalidStudy, inFileOrder, type LocatedProblem } from '../problems/located-problem.ts';
import type { Study } from '../schema/study.ts';
import type { NamedFiles, Planner, TextFiles } from './value-plan.ts';

export interface LoadedPlan<Made> {
  plan: Made;
  inputHash: string;
}

/** A study file that was read, for one plan or several; each file that it names is read once. */
export interface OpenStudy {
  parsed: ParsedStudy;
  /** Throws InvalidStudy with every problem of the study and of the files that this plan needs. */
  plan<Made>(planner: Planner<Made>): Promise<LoadedPlan<Made>>;
}

/** Where a study names each of its files. */
const NAMED: Record<
  keyof TextFiles,
  { path: readonly string[]; nameIn(parts: Partial<Study>): string | undefined }
> = {
  covariance: { path: ['latent', 'covariance'], nameIn: ({ latent }) => latent?.covariance },
  benchmark: { path: ['benchmark', 'data'], nameIn: ({ benchmark }) => benchmark?.data },
};

/** Reads a study file and the files it names. Throws InvalidStudy with every problem of all of them. */
export async function loadPlan<Made>(
  path: string,
  files: StudyFiles,
  planner: Planner<Made>,
): Promise<LoadedPlan<Made>> {
  return (await openStudy(path, files)).plan(planner);
}

/** Reads a study file, and the files it names as plans need them. Throws InvalidStudy where it cannot be read. */
export async function openStudy(path: string, files: StudyFiles): Promise<OpenStudy> {
  const study = await readText(path, files);
  if ('unreadable' in study) {
    const { why, accepted } = study.unreadable;
    throw new InvalidStudy([{ file: path, line: null, column: null, path: '', value: path, why, accepted }]);
  }
  const parsed = parseStudy(path, study.text);
  const texts = once((which: keyof TextFiles) => {
    const name = NAMED[which].nameIn(parsed.parts);
    return name === undefined ? undefined : readText(besideStudy(path, name), files);
  });
  const dense = once((_: 'calibration') => {
    const request = calibrationRequest(parsed);
    return request && readCalibration(besideStudy(path, parsed.parts.calibration!.data), request, files);
  });

  const plan = async <Made>(planner: Planner<Made>): Promise<LoadedPlan<Made>> => {
    const read = [{ name: '', bytes: study.bytes }];
    const unreadable: LocatedProblem[] = [];
    const found: NamedFiles = {};
    const cannotRead = (error: UnreadableFile, at: readonly string[], name: string) => {
      const accepted = `${error.accepted}, relative to the study file (looked for ${besideStudy(path, name)})`;
      unreadable.push(located({ path: at, value: name, why: error.why, accepted }, parsed.source));
    };
    const needed = planner.reads(parsed);
    for (const which of needed) {
      if (which === 'calibration') continue;
      const content = await texts(which);
      if (!content) continue;
      const name = NAMED[which].nameIn(parsed.parts)!;
      if ('unreadable' in content) cannotRead(content.unreadable, NAMED[which].path, name);
      else {
        found[which] = { file: besideStudy(path, name), text: content.text };
        read.push({ name, bytes: content.bytes });
      }
    }
    if (needed.includes('calibration')) {
      try {
        const data = await dense('calibration');
        if (data) {
          found.calibration = data.found;
          read.push({ name: parsed.parts.calibration!.data, bytes: data.digest });
        }
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        cannotRead(error, ['calibration', 'data'], parsed.parts.calibration!.data);
      }
    }
    const planned = planner.plan(parsed, found);
    if (!planned.ok || unreadable.length > 0)
      throw new InvalidStudy(inFileOrder([...unreadable, ...(planned.ok ? [] : planned.problems)]));
    return { plan: planned.plan, inputHash: await inputHash(read) };
  };
  return { parsed, plan };
}

/** The same answer, or the same failure, for the same question. */
function once<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key)!;
  };
}
