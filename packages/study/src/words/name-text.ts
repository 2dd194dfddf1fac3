/** Control characters of a name or a title are shown as escapes: they must not move a terminal's cursor. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) =>
    JSON.stringify(character)
      .slice(1, -1)
      .replace(/^\p{Cc}$/u, '�'),
  );
}

export const quoted = (name: string) => `'${printable(name)}'`;

export function list(items: readonly (string | number)[]): string {
  return items.length < 2 ? String(items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
