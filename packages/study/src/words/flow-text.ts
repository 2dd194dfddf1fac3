/** Plain words that YAML would read as something other than text. */
const NOT_TEXT = /^(true|false|null|yes|no|on|off|y|n|~)$/i;
const PLAIN = /^[\p{L}_][\p{L}\p{N}_ ./-]*$/u;

/** A value on one line, the way study files are written here: `{ at: [1, 2], noise: 0.4 }`; or as JSON. */
export function flowText(value: unknown, json = false): string {
  if (Array.isArray(value)) return `[${value.map((item) => flowText(item, json)).join(', ')}]`;
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([name, field]) => `${flowText(name, json)}: ${flowText(field, json)}`);
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  const plain = typeof value === 'string' && !json && PLAIN.test(value) && !/\s$/.test(value);
  return plain && !NOT_TEXT.test(value) ? value : JSON.stringify(value);
}
