import type { QuestionName } from '@sightline/study';
import type { Command } from 'commander';
import type { ExitCode } from '../io/exit-code.ts';
import type { CommandIo } from '../io/io.ts';
import type { Asked } from './questions/asked.ts';

/** Makes a command; `settle` is told what it ends with. */
type Make = (io: CommandIo, settle: (code: ExitCode) => void) => Command;

/** What the program's own help says of a command, and where the rest is: whoever asks another question does without it. */
interface ListedCommand {
  name: string;
  takes: string;
  summary: string;
  /** Whether it tells of all commands, which have to be there. */
  ofAll?: true;
  load(): Promise<Make>;
}

const STUDY = '[options] <study>';

/** All commands, in the order of the help. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'init',
    takes: '[options] [path]',
    summary: 'a study file to begin with: from questions, a table of your own, an example',
    load: async () => (await import('../init/init-command.ts')).initCommand,
  },
  {
    name: 'fit',
    takes: STUDY,
    summary: 'the law that fits sparse, irregular readings best',
    load: asking(() => import('./questions/fit.ts')),
  },
  {
    name: 'value',
    takes: STUDY,
    summary: 'the value (R²) of each protocol under the study’s law',
    load: asking(() => import('./questions/value.ts')),
  },
  {
    name: 'identify',
    takes: STUDY,
    summary: 'whether the benchmark determines the value of protocols not run',
    load: asking(() => import('./questions/identify.ts')),
  },
  {
    name: 'calibrate',
    takes: STUDY,
    summary: 'the value of each protocol, estimated from densely observed units',
    load: asking(() => import('./questions/calibrate.ts')),
  },
  {
    name: 'plan',
    takes: STUDY,
    summary: 'the number of units needed to tell protocols apart',
    load: asking(() => import('./questions/plan.ts')),
  },
  {
    name: 'design',
    takes: STUDY,
    summary: 'the best actions of a catalogue within a budget, with a proof or a bound',
    load: asking(() => import('./questions/design.ts')),
  },
  {
    name: 'retrospect',
    takes: STUDY,
    summary: 'held-out R² of protocols, reconstructed from fully annotated records',
    load: asking(() => import('./questions/retrospect.ts')),
  },
  {
    name: 'predict',
    takes: STUDY,
    summary: 'the target of new units from their readings, with intervals',
    load: asking(() => import('./questions/predict.ts')),
  },
  {
    name: 'run',
    takes: STUDY,
    summary: 'every analysis that the study allows, as a report and as JSON',
    load: async () => (await import('./run-command.ts')).runCommand,
  },
  {
    name: 'serve',
    takes: '[options]',
    summary: 'the workbench, in a browser on this machine',
    load: async () => (await import('../serve/serve-command.ts')).serveCommand,
  },
  {
    name: 'data',
    takes: '',
    summary: 'get records for retrospect',
    load: async () => (await import('./data-command.ts')).dataCommand,
  },
  {
    name: 'reproduce',
    takes: '[options] [name]',
    summary: 'the published numbers of the paper, beside computed ones',
    load: async () => (await import('../reproduce/reproduce-command.ts')).reproduceCommand,
  },
  {
    name: 'worker',
    takes: '[options]',
    summary: 'make the pieces of long work that others put into a queue',
    load: async () => (await import('./worker-command.ts')).workerCommand,
  },
  {
    name: 'queue',
    takes: '[options]',
    summary: 'what is in a queue: runs, workers and their versions, failures',
    load: async () => (await import('./queue-command.ts')).queueCommand,
  },
  {
    name: 'doctor',
    takes: '[options]',
    summary: 'whether all is there that commands need, and what to do where not',
    load: async () => (await import('../doctor/doctor-command.ts')).doctorCommand,
  },
  {
    name: 'schema',
    takes: '[name]',
    summary: 'the JSON Schema of the study file, or of a result',
    load: async () => (await import('./schema-command.ts')).schemaCommand,
  },
  {
    name: 'completion',
    takes: '<shell>',
    summary: 'what bash, zsh or fish needs to complete commands',
    ofAll: true,
    load: async () => (await import('../shell/completion-command.ts')).completionCommand,
  },
  {
    name: 'man',
    takes: '',
    summary: 'the manual page',
    ofAll: true,
    load: async () => (await import('../shell/man-command.ts')).manCommand,
  },
];

function asking<Name extends QuestionName>(load: () => Promise<{ asked: Asked<Name> }>) {
  return async (): Promise<Make> => {
    const [{ questionCommand }, { asked }] = await Promise.all([import('./question-command.ts'), load()]);
    const summaryOf = (command: string) => COMMANDS.find((one) => one.name === command)!.summary;
    return (io, settle) => questionCommand(asked, io, settle, summaryOf);
  };
}
