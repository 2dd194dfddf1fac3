/** One thing that is wrong with an input: where it stands, what was found, why it cannot be used, what could be. */
export interface Problem {
  /** Keys and indices from the input's root, for instance ['at', 2]. */
  path: readonly (string | number)[];
  value: unknown;
  why: string;
  accepted: string;
}

/** Every problem of an input at once. The engine knows no files: whoever read the input adds file and line. */
export class InvalidInput extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(problemText).join('\n'));
    this.name = 'InvalidInput';
    this.problems = problems;
  }
}

export function problemText({ path, value, why, accepted }: Problem): string {
  const where = path.length === 0 ? '' : `${path.join('.')}: `;
  return `${where}${why} (found ${shown(value)}; accepted: ${accepted})`;
}

/** A value as a reader can recognise it, long ones cut. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return String(value);
  const text = ArrayBuffer.isView(value)
    ? `${(value as unknown as ArrayLike<number>).length} numbers`
    : (JSON.stringify(value, (_, inner) =>
        typeof inner === 'number' && !Number.isFinite(inner) ? String(inner) : inner,
      ) ?? String(value));
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}

/** Throws when anything was collected. */
export function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new InvalidInput(problems);
}
