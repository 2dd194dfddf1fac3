import { decodeText, UnreadableFile } from '@sightline/data';
import { InvalidStudy, inFileOrder, type LocatedProblem } from './located-problem.ts';
import { located, parseStudy } from './parse-study.ts';
import { type CovarianceFile, type Needs, type Plan, planStudy } from './plan.ts';
import { besideStudy, inputHash, type StudyFiles } from './study-files.ts';

export interface LoadedPlan {
  plan: Plan;
  inputHash: string;
}

/** Reads a study file and the files it names. Throws InvalidStudy with every problem of all of them. */
export async function loadPlan(path: string, files: StudyFiles, needs: Needs): Promise<LoadedPlan> {
  const study = await readText(path, files);
  if ('unreadable' in study) {
    const { why, accepted } = study.unreadable;
    throw new InvalidStudy([{ file: path, line: null, column: null, path: '', value: path, why, accepted }]);
  }
  const parsed = parseStudy(path, study.text);
  const read = [{ name: '', bytes: study.bytes }];
  const unreadable: LocatedProblem[] = [];
  let covariance: CovarianceFile | undefined;
  const named = parsed.parts.latent?.covariance;
  if (named !== undefined) {
    const file = besideStudy(path, named);
    const content = await readText(file, files);
    if ('unreadable' in content) {
      const { why, accepted } = content.unreadable;
      const looked = `${accepted}, relative to the study file (looked for ${file})`;
      unreadable.push(
        located({ path: ['latent', 'covariance'], value: named, why, accepted: looked }, parsed.source),
      );
    } else {
      covariance = { file, text: content.text };
      read.push({ name: named, bytes: content.bytes });
    }
  }
  const planned = planStudy(parsed, covariance, needs);
  if (!planned.ok || unreadable.length > 0)
    throw new InvalidStudy(inFileOrder([...unreadable, ...(planned.ok ? [] : planned.problems)]));
  return { plan: planned.plan, inputHash: await inputHash(read) };
}

async function readText(
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
