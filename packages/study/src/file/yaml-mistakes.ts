/** A mistake of YAML's syntax in words that need no knowledge of it. */
export interface YamlMistake {
  offset: number;
  why: string;
  accepted: string;
}

/** What the parser complains about, or its own words where the mistake is none of the common ones. */
export function yamlMistake(code: string, message: string, text: string, offset: number): YamlMistake {
  const line = lineAround(text, offset);
  if (code === 'MULTIPLE_DOCS')
    return { offset, why: 'a second document begins here', accepted: 'one study a file' };
  if (code === 'BLOCK_AS_IMPLICIT_KEY') {
    const [, name, value] = /^\s*(?:- +)*([^:]+): +(.*?)\s*$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined && !/["'[{]/.test(value.charAt(0)))
      return {
        offset,
        why: 'a second colon stands in this line: text with a colon needs quotes, a mapping needs braces',
        accepted: `${name}: ${JSON.stringify(value)}${name === 'title' ? '' : `, or ${name}: { ${value} }`}`,
      };
  }
  if (code === 'BLOCK_IN_FLOW' && text[offset] !== '-')
    return {
      offset,
      why: 'a second colon stands here without brackets of its own: a mapping needs braces, text with a colon quotes',
      accepted: '{ name: { name: value } } or { name: "text: text" }',
    };
  if (code === 'MULTILINE_IMPLICIT_KEY' || /^Implicit map keys/.test(message)) {
    const [, name, value] = /^\s*(?:- +)*([\p{L}_$][^\s:]*):([^\s:].*?)\s*$/u.exec(line) ?? [];
    return name === undefined
      ? { offset, why: 'this line has no name with a colon and a space after it', accepted: 'name: value' }
      : { offset, why: 'a space is missing after the colon', accepted: `${name}: ${value}` };
  }
  return { offset, why: message.charAt(0).toLowerCase() + message.slice(1), accepted: 'YAML 1.2 or JSON' };
}

/** More of a line than this is not written by people; looking at all of it for each of its mistakes would be slow. */
const LONGEST_LINE = 500;

/** The line that holds a place of the text, from its beginning; of a very long one what is near. */
export function lineAround(text: string, offset: number): string {
  const near = Math.max(0, offset - LONGEST_LINE);
  const start = near + text.slice(near, offset).lastIndexOf('\n') + 1;
  return text.slice(start, offset + LONGEST_LINE).split(/\r?\n/, 1)[0]!;
}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** The bracket or quote that is never closed, or closed by another kind. O(length); reads YAML's flow style and JSON. */
export function leftOpen(text: string): YamlMistake | undefined {
  const open: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === '#' && /^\s?$/.test(text[i - 1] ?? '')) {
      const end = text.indexOf('\n', i);
      if (end < 0) break;
      i = end;
    } else if ((character === '"' || character === "'") && beginsValue(text, i, open.length > 0)) {
      const end = quoteEnd(text, i);
      if (end === undefined) return unclosed(text, i, character);
      i = end;
    } else if (character in CLOSING && (open.length > 0 || beginsValue(text, i, false))) open.push(i);
    else if ((character === ']' || character === '}') && open.length > 0) {
      const opened = open.pop()!;
      if (CLOSING[text[opened]!] !== character) return unclosed(text, opened, CLOSING[text[opened]!]!);
    }
  }
  const opened = open.pop();
  return opened === undefined ? undefined : unclosed(text, opened, CLOSING[text[opened]!]!);
}

/** Elsewhere brackets and quotes are part of a text, as in `title: Load [kN]`. */
function beginsValue(text: string, i: number, inBrackets: boolean): boolean {
  let before = i - 1;
  while (before >= 0 && (text[before] === ' ' || text[before] === '\t')) before--;
  const sign = text[before];
  if (sign === undefined || sign === '\n' || sign === '\r') return true;
  if (inBrackets && '[{,:'.includes(sign)) return true;
  return before < i - 1 && ':-?'.includes(sign);
}

function quoteEnd(text: string, start: number): number | undefined {
  const quote = text[start]!;
  for (let i = start + 1; i < text.length; i++) {
    if (quote === '"' && text[i] === '\\') i++;
    else if (text[i] === quote) {
      if (quote === '"' || text[i + 1] !== quote) return i;
      i++;
    }
  }
  return undefined;
}

function unclosed(text: string, offset: number, closing: string): YamlMistake {
  const line = text.slice(0, offset).split('\n').length;
  const kind = closing === ']' || closing === '}' ? 'bracket' : 'quote';
  return {
    offset,
    why: `the ${kind} ${text[offset]} that is opened here, in line ${line}, is not closed`,
    accepted: `a ${closing} for this ${text[offset]}`,
  };
}
