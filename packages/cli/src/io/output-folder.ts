import { InvalidStudy, type LocatedProblem } from '@sightline/study';
import { ofFile } from './file-problem.ts';
import type { CommandIo } from './io.ts';

/** Refuses a folder that nothing can be written to: told before the work, not after it. */
export async function refuseUnwritable(folder: string, option: string, io: CommandIo): Promise<void> {
  try {
    if (!io.save) throw new Error('there is no disk');
    await io.writable?.(folder);
  } catch (error) {
    throw new InvalidStudy([unwritable(folder, option, error)]);
  }
}

/** Writes files into a folder that may not be there yet. */
export async function saveInto(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  option: string,
  io: CommandIo,
): Promise<void> {
  try {
    if (!io.save) throw new Error('there is no disk');
    await io.save(
      Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content])),
    );
  } catch (error) {
    throw new InvalidStudy([unwritable(folder, option, error)]);
  }
}

export function unwritable(folder: string, option: string, error: unknown): LocatedProblem {
  const why = `nothing can be written there (${error instanceof Error ? error.message : String(error)})`;
  const accepted = `${option} with a folder that may be written to`;
  return ofFile(folder, why, accepted);
}
