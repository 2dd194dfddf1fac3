import { decodeText, UnreadableFile } from '@sightline/data';
import { calibrationRequest, readCalibration } from './calibration-file.ts';
import { InvalidStudy, inFileOrder, type LocatedProblem } from './located-problem.ts';
import { located, parseStudy } from './parse-study.ts';
import type { NamedFiles, Planner, TextFiles } from './plan.ts';
import { besideStudy, inputHash, type StudyFiles } from './study-files.ts';
import type { Study } from './study-schema.ts';

export interface LoadedPlan<Made> {
  plan: Made;
  inputHash: string;
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
  const study = await readText(path, files);
  if ('unreadable' in study) {
    const { why, accepted } = study.unreadable;
    throw new InvalidStudy([{ file: path, line: null, column: null, path: '', value: path, why, accepted }]);
  }
  const parsed = parseStudy(path, study.text);
  const read = [{ name: '', bytes: study.bytes }];
  const unreadable: LocatedProblem[] = [];
  const found: NamedFiles = {};
  const cannotRead = (error: UnreadableFile, at: readonly string[], name: string, file: string) => {
    const accepted = `${error.accepted}, relative to the study file (looked for ${file})`;
    unreadable.push(located({ path: at, value: name, why: error.why, accepted }, parsed.source));
  };
  for (const which of planner.reads(parsed)) {
    if (which === 'calibration') continue;
    const name = NAMED[which].nameIn(parsed.parts);
    if (name === undefined) continue;
    const file = besideStudy(path, name);
    const content = await readText(file, files);
    if ('unreadable' in content) cannotRead(content.unreadable, NAMED[which].path, name, file);
    else {
      found[which] = { file, text: content.text };
      read.push({ name, bytes: content.bytes });
    }
  }
  const request = planner.reads(parsed).includes('calibration') ? calibrationRequest(parsed) : undefined;
  if (request) {
    const name = parsed.parts.calibration!.data;
    const file = besideStudy(path, name);
    try {
      const { found: data, digest } = await readCalibration(file, request, files);
      found.calibration = data;
      read.push({ name, bytes: digest });
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      cannotRead(error, ['calibration', 'data'], name, file);
    }
  }
  const planned = planner.plan(parsed, found);
  if (!planned.ok || unreadable.length > 0)
    throw new InvalidStudy(inFileOrder([...unreadable, ...(planned.ok ? [] : planned.problems)]));
  return { plan: planned.plan, inputHash: await inputHash(read) };
}

/** A file's text, or why it cannot be read. */
export async function readText(
  file: string,
  files: StudyFiles,
): Promise<{ text: string; bytes: Uint8Array } | { unreadable: UnreadableFile }> {
  try {
    const bytes = await files.read(file);
    return { bytes, text: decodeText(file, bytes) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error };
    throw error;
  }
}
