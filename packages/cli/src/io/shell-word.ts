/** A text as one word of a command that is to be copied: in quotes where a shell would take it for something else. */
export const shellWord = (text: string): string =>
  /^[\p{L}\p{N}_./:@%+,=-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
