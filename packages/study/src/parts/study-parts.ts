import type { UnreadableFile } from '@sightline/data';
import { InvalidInput, type Problem } from '@sightline/engine/internal';
import { isMapping, located, type ParsedStudy, parseStudy } from '../file/parse-study.ts';
import { besideStudy, inputHash, type NamedFile, readText, type StudyFiles } from '../file/study-files.ts';
import { InvalidStudy, inFileOrder, type LocatedProblem, placed } from '../problems/located-problem.ts';
import type { ResultOrigin } from '../schema/result-head.ts';
import type { Path } from '../words/text.ts';

/**
 * A part of a study: made when somebody first asks for it, once, and with all of its problems. What it makes of a study
 * that has problems is as much as could be made.
 */
export type Part<Made> = (study: Asking) => Made;

/** The study for whoever asks for parts of it: a question, or a part that is made of others. */
export interface Asking {
  parsed: ParsedStudy;
  files: StudyFiles;
  /** The command that is asked, as problems name it. */
  command: string;
  /** Another part. Its problems are among those of whoever asks for it. */
  part<Made>(part: Part<Made>): Made;
  /** Tells one problem of the study file, or several, with paths below `base`. */
  report(problems: Problem | readonly Problem[], base?: Path): void;
  /** Tells problems that have their place. */
  tell(problems: readonly LocatedProblem[]): void;
  /** What the engine makes of a field, or nothing where it refuses; what hangs on another part's mistake is not told. */
  build<Made>(base: Path, make: () => Made, tellable?: (problem: Problem) => boolean): Made | undefined;
  /** Whether nothing is wrong with these fields, or with none at all, as far as they were asked for. */
  isSound(...fields: string[]): boolean;
  /** Where something is wrong with a field, as far as it was asked for. */
  problemsAt(field: string): Path[];
  /** A text file that the study names in the field at `path`; undefined where it cannot be read, which is told. */
  text(path: Path, name: string): Promise<NamedFile | undefined>;
  /** That a file cannot be read which the study names in the field at `path`. */
  unreadable(error: UnreadableFile, path: Path, name: string): void;
  /** Counts a file's bytes, or their digest, as input. */
  read(name: string, bytes: Uint8Array): void;
}

/** A study file that was read, for one question or several; whatever these share is made once. */
export interface OpenStudy {
  parsed: ParsedStudy;
  /** What a question makes of the study. Throws InvalidStudy with every problem of the parts that it asks for. */
  plan<Made>(ask: (study: Asking) => Promise<Made | undefined> | Made | undefined): Promise<LoadedPlan<Made>>;
}

export interface LoadedPlan<Made> {
  plan: Made;
  /** All that is known of the result's head before it is computed. */
  origin: Omit<ResultOrigin, 'seed'>;
}

/** What came of one who asked; numbers say in which order. */
interface Asked {
  problems: { number: number; item: LocatedProblem }[];
  reads: { number: number; item: { name: string; bytes: Uint8Array } }[];
  parts: Set<Asked>;
}

/** Reads a study file, and the files it names as questions need them. Throws InvalidStudy where it cannot be read. */
export async function openStudy(path: string, files: StudyFiles, command: string): Promise<OpenStudy> {
  const study = await readText(path, files);
  if ('unreadable' in study) {
    const { why, accepted } = study.unreadable;
    throw new InvalidStudy([placed({ path: [], value: path, why, accepted }, path)]);
  }
  const parsed = parseStudy(path, study.text);
  const made = new Map<Part<unknown>, { made: unknown; asked: Asked }>();
  let number = 0;
  const nobody = (): Asked => ({ problems: [], reads: [], parts: new Set() });
  const found = (asked: Asked) => [...parsed.problems, ...all(asked, 'problems')];
  const asking = (asked: Asked): Asking => {
    const own: Asking = {
      parsed,
      files,
      command,
      part<Made>(part: Part<Made>): Made {
        let known = made.get(part);
        if (!known) {
          const inner = nobody();
          known = { made: part(asking(inner)), asked: inner };
          made.set(part, known);
        }
        asked.parts.add(known.asked);
        return known.made as Made;
      },
      report: (problems, base = []) =>
        own.tell(
          [problems]
            .flat()
            .map((one: Problem) => located({ ...one, path: [...base, ...one.path] }, parsed.source)),
        ),
      tell(problems) {
        for (const item of problems) asked.problems.push({ number: ++number, item });
      },
      build(base, make, tellable = () => true) {
        try {
          return make();
        } catch (error) {
          if (!(error instanceof InvalidInput)) throw error;
          own.report(error.problems.filter(tellable), base);
          return undefined;
        }
      },
      isSound: (...fields) =>
        fields.length === 0
          ? found(asked).length === 0
          : fields.every((field) => own.problemsAt(field).length === 0),
      problemsAt: (field) =>
        found(asked)
          .map((problem) => problem.path)
          .filter(([top]) => top === field),
      async text(at, name) {
        const file = besideStudy(path, name);
        const content = await readText(file, files);
        if ('unreadable' in content) {
          own.unreadable(content.unreadable, at, name);
          return undefined;
        }
        own.read(name, content.bytes);
        return { file, text: content.text };
      },
      unreadable({ why, accepted }, at, name) {
        const looked = `${accepted}, relative to the study file (looked for ${besideStudy(path, name)})`;
        own.report([{ path: at, value: name, why, accepted: looked }]);
      },
      read: (name, bytes) => void asked.reads.push({ number: ++number, item: { name, bytes } }),
    };
    return own;
  };
  return {
    parsed,
    async plan(ask) {
      // Of what is no study at all, nothing more is to be said.
      if (!isMapping(parsed.source.value)) throw new InvalidStudy(inFileOrder(parsed.problems));
      const asked = nobody();
      const plan = await ask(asking(asked));
      const problems = found(asked);
      if (problems.length > 0 || plan === undefined) throw new InvalidStudy(inFileOrder(problems));
      const { words } = parsed.parts;
      const digest = await inputHash([{ name: '', bytes: study.bytes }, ...all(asked, 'reads')]);
      return { plan, origin: { study: path, inputHash: digest, ...(words && { words }) } };
    },
  };
}

/** Of one who asked, and of every part that was asked for, in the order in which they came. */
function all<Kind extends 'problems' | 'reads'>(asked: Asked, kind: Kind): Asked[Kind][number]['item'][] {
  const seen = new Set([asked]);
  for (const one of seen) for (const part of one.parts) seen.add(part);
  return [...seen]
    .flatMap((one): Asked[Kind][number][] => one[kind])
    .sort((a, b) => a.number - b.number)
    .map(({ item }) => item);
}
