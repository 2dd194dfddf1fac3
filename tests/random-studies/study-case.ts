/** What people write into a study file, as plain data. */
// biome-ignore lint/suspicious/noExplicitAny: studies of every shape, also of wrong ones
export type Written = any;

/** A study with the files that it names, and what is asked of it. */
export interface StudyCase {
  study: Written;
  /** By their names, without the study itself. */
  files: Record<string, string>;
}

export const COMMANDS = ['value', 'identify', 'calibrate', 'plan', 'design', 'retrospect', 'run'] as const;
export type CommandName = (typeof COMMANDS)[number];

/** The commands that a study has something for. */
export function commandsFor({ study }: StudyCase): CommandName[] {
  const has = (name: string) => study?.[name] !== undefined;
  const law = has('latent') || has('calibration');
  const grid = has('time') && has('target');
  const protocols = Object.keys(study?.protocols ?? {}).length;
  const commands: CommandName[] = [];
  if (grid && law && protocols > 0) commands.push('value');
  if (grid && has('realised') && protocols > 0) commands.push('identify');
  if (grid && has('calibration') && protocols > 0) commands.push('calibrate');
  if (grid && has('calibration') && protocols > 1) commands.push('plan');
  if (grid && law && has('catalogue') && has('choose')) commands.push('design');
  if (has('records')) commands.push('retrospect');
  return commands.length > 0 ? [...commands, 'run'] : [];
}
