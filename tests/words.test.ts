// What people read uses the field's words (docs/glossary.md): phrases that were mended once do not come back.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Phrases that no text for people has, and what to write. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/one after the other/i, 'greedy, or “in turn”'],
  [/with exchanges/i, 'with swaps'],
  [/first to last/i, 'uniform'],
  [/\bin a row\b/i, 'contiguous'],
  [/smallest largest regret/i, 'minimax regret'],
  [/\bhold together/i, 'simultaneous'],
  [/bound says nothing/i, 'vacuous bound'],
  [/\bwhoever\b/i, 'name the person or the thing'],
  [/nobody knows/i, 'is not known'],
  [/\b(?:tells?|says?) (?:something|anything|nothing) new/i, 'adds (no) information'],
  [/target is nothing/i, 'weights sum to 0'],
  [/is the most that any of these/i, 'All … values are within … of the truth'],
];

interface Text {
  file: string;
  text: string;
}

/** Markdown as it stands; of code everything but its comments, with texts joined that are written on several lines. */
function refusedIn({ file, text }: Text): string[] {
  const read = file.endsWith('.md') ? text : withoutComments(text);
  const flat = read.replace(/(['"`])\s*\+\s*(['"`])/g, blanks).replace(/\s/g, ' ');
  return REFUSED.flatMap(([phrase, instead]) =>
    [...flat.matchAll(new RegExp(phrase.source.replaceAll(' ', ' +'), 'gi'))].map(
      ({ 0: found, index }) =>
        `${file}:${text.slice(0, index).split('\n').length}  “${found.replace(/ +/g, ' ')}”: write ${instead}`,
    ),
  );
}

/** Strings are passed over first, so that the // of an address begins no comment. */
function withoutComments(code: string): string {
  return code.replace(
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/.*/g,
    (part) => (part.startsWith('/') ? blanks(part) : part),
  );
}

/** The same length and lines, so that places stay. */
const blanks = (part: string) => part.replace(/[^\n]/g, ' ');

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['dist', 'node_modules'].includes(entry.name) ? [] : filesIn(path);
    return /\.(md|tsx?)$/.test(path) && !/\.(test|d)\.tsx?$/.test(path) ? [path] : [];
  });
}

it('finds phrases in texts that are broken over lines, and none in comments', () => {
  const text =
    "// nobody knows\nconst url = 'https://a'; const a = 'in a ' +\n  'row'; /* hold\n together */";
  expect(refusedIn({ file: 'a.ts', text })).toEqual(['a.ts:2  “in a row”: write contiguous']);
  expect(refusedIn({ file: 'a.md', text: 'Intervals hold\ntogether.' })).toEqual([
    'a.md:1  “hold together”: write simultaneous',
  ]);
});

it('texts for people use the words of the field', () => {
  const sources = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/src`);
  const files = [
    'README.md',
    ...['docs', ...sources, 'apps/workbench/src', 'experiments/src', 'bench'].flatMap(filesIn),
  ];
  expect(files.length).toBeGreaterThan(400);
  expect(files.flatMap((file) => refusedIn({ file, text: readFileSync(join(ROOT, file), 'utf8') }))).toEqual(
    [],
  );
});
