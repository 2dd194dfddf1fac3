/** What people write into a study file, as plain data. */
// biome-ignore lint/suspicious/noExplicitAny: studies of every shape, also of wrong ones
export type Written = any;

/** A study with the files that it names, and what is asked of it. */
export interface StudyCase {
  study: Written;
  /** By their names, without the study itself. */
  files: Record<string, string>;
  /** The protocol whose readings of new units stand in readings.csv. */
  read?: string;
}

/** The entries of a protocol, in any of its forms. */
export function entriesOf(protocol: Written): Written[] {
  if (Array.isArray(protocol)) return protocol;
  return protocol?.actions === undefined ? [protocol] : entriesOf(protocol.actions);
}

/** All entries of a study: of its protocols and its catalogue. */
export const allEntries = (study: Written): Written[] => [
  ...Object.values(study.protocols ?? {}).flatMap(entriesOf),
  ...(study.catalogue ?? []),
];

export const COMMANDS = [
  'value',
  'identify',
  'calibrate',
  'plan',
  'trial',
  'design',
  'retrospect',
  'fit',
  'predict',
  'run',
] as const;
/** What is asked: the name of a command, or `trial` for `plan --trial`. */
export type CommandName = (typeof COMMANDS)[number];

/** The commands that a study has something for. */
export function commandsFor({ study, read }: StudyCase): CommandName[] {
  const has = (name: string) => study?.[name] !== undefined;
  const law = has('latent') || has('calibration');
  const grid = has('time') && has('target');
  const protocols = Object.keys(study?.protocols ?? {}).length;
  const commands: CommandName[] = [];
  if (grid && law && protocols > 0) commands.push('value');
  if (grid && has('realised') && protocols > 0) commands.push('identify');
  if (grid && has('calibration') && protocols > 0) commands.push('calibrate');
  if (grid && has('calibration') && protocols > 1) commands.push('plan');
  if (grid && law && has('trial') && protocols > 0) commands.push('trial');
  if (has('fit')) commands.push('fit');
  if (grid && law && read !== undefined) commands.push('predict');
  if (grid && law && has('catalogue') && has('choose')) commands.push('design');
  if (has('records')) commands.push('retrospect');
  return commands.length > 0 ? [...commands, 'run'] : [];
}
