/** What to do where Node has no WebAssembly. */
export const GET_WEBASSEMBLY = 'start Node without --jitless, in NODE_OPTIONS too';

/**
 * Whether there was no WebAssembly where something was to be computed. By the name of the engine's error: from another thread
 * no more of it comes, and help and version load no engine.
 */
export function isWithoutWebAssembly(error: unknown): error is Error {
  return error instanceof Error && error.name === 'NoWebAssembly';
}

/** What a user sees of a fault of the program: that it is one, and what to do with it. */
export function faultText(error: unknown, withStack: boolean): string {
  const message = error instanceof Error ? error.message : String(error);
  // Whoever started Node can mend it, and nobody has to be told.
  if (isWithoutWebAssembly(error)) return `sightline: ${message}; ${GET_WEBASSEMBLY}\n`;
  const lines = [
    `sightline: a fault of the program, not of your input: ${message}`,
    "Please report it in the project's issue tracker, with the command and the study file.",
  ];
  if (withStack && error instanceof Error) lines.push('', error.stack ?? '');
  else lines.push('Run it again with --debug to see where it happened.');
  return `${lines.join('\n')}\n`;
}
