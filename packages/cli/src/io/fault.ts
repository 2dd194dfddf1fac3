/** What a user sees of a fault of the program: that it is one, and what to do with it. */
export function faultText(error: unknown, withStack: boolean): string {
  const message = error instanceof Error ? error.message : String(error);
  const lines = [
    `sightline: a fault of the program, not of your input: ${message}`,
    "Please report it in the project's issue tracker, with the command and the study file.",
  ];
  if (withStack && error instanceof Error) lines.push('', error.stack ?? '');
  else lines.push('Run it again with --debug to see where it happened.');
  return `${lines.join('\n')}\n`;
}
