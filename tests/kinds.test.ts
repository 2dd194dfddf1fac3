// A kind is one file, of the engine or of the readers of records. Here every place that has to know of it is asked whether it does: the generated lists, the
// schema, the documentation (`npm run docs` writes its tables anew), the report's words, hints, random studies.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { COMPARATORS as COMPARATOR_ROWS, lawWords, targetWords } from '@sightline/answers';
import { LAYOUT_STYLE } from '@sightline/answers/pictures';
import { DATABASES, FORMS } from '@sightline/data';
import {
  COMPARATORS,
  exampleKernel,
  exampleTarget,
  KERNELS,
  type KernelKind,
  kernelExample,
  kernelForm,
  kernelKindOf,
  LAYOUTS,
  latentCovariance,
  SEARCHES,
  TARGETS,
  targetExample,
  targetForm,
  targetKindOf,
  timeGrid,
} from '@sightline/engine/internal';
import { parseStudy, questionOf, studyJsonSchema } from '@sightline/study';
import { describe, expect, it } from 'vitest';
import { kindLists } from '../scripts/list-kinds.mjs';
import { random } from './random-studies/random.ts';
import { kernel as randomKernel, target as randomTarget, spice } from './random-studies/random-law.ts';

const pageAt = (name: string) => fileURLToPath(new URL(`../docs/${name}.md`, import.meta.url));
const WRITE = process.env.SIGHTLINE_WRITE_DOCS === '1';

type Described = { description?: string; const?: string; properties?: Record<string, Described> };
const definitions = studyJsonSchema().$defs as Record<string, { anyOf: Described[] }>;

/** What the schema says of a form: of a word by its value, of a mapping by its one field. */
const inSchema = (definition: string, name: string): string | undefined =>
  definitions[definition]!.anyOf.map(
    (form) => form.properties?.[name]?.description ?? (form.const === name ? form.description : undefined),
  ).find((text) => text !== undefined);

const row = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: string[], rows: string[][]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');

/** 'points 128, reading anchor'. */
const fieldsText = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

it('every list of kinds is what its folder holds (node scripts/list-kinds.mjs writes it anew)', () => {
  for (const { path, text } of kindLists()) expect(readFileSync(path, 'utf8'), path).toBe(text);
});

describe('the documentation', () => {
  it.each([
    [
      'target',
      () =>
        table(
          ['target', 'g(z)', 'meaning'],
          TARGETS.map((kind) => [
            `\`${targetForm(kind)}\``,
            kind.formula,
            inSchema('target', kind.name)?.split('; with `estimand')[0] ?? 'unknown',
          ]),
        ),
    ],
    [
      'kernel',
      () =>
        table(
          ['kernel', 'correlation'],
          KERNELS.map((kind) => [`\`${kernelForm(kind)}\``, kind.formula]),
        ),
    ],
    [
      'preset',
      () =>
        table(
          ['preset', '`grid`', '`epoch`', '`targets`', '`cohorts`', '`baselines`', 'templates'],
          DATABASES.map(({ name, records, templates }) => [
            `\`${name}\``,
            fieldsText(records.grid),
            fieldsText(records.epoch),
            Object.entries(records.targets)
              .map(([target, states]) => `${target}: ${states.join(', ')}`)
              .join('; '),
            Object.entries(records.cohorts)
              .map(([cohort, limits]) => `${cohort}: ${fieldsText(limits)}`)
              .join('; ') || 'none',
            records.baselines.join(', ') || 'none',
            `N = ${templates.budgets.join(', ')}; ${templates.layouts.join(', ')}; rounding ${templates.rounding}`,
          ]),
        ),
    ],
    [
      'columns',
      () =>
        table(
          ['columns', 'a row says', 'as in'],
          FORMS.map(({ columns, row: says, example }) => [
            ['record', ...columns].map((column) => `\`${column}\``).join(', '),
            says,
            `\`${example.trim().split('\n').slice(1).join(' · ')}\``,
          ]),
        ),
    ],
  ])('has a table of every %s', (first, made) => held('study-file', first, made()));

  it.each([
    [
      'target',
      () =>
        table(
          ['target', 'in a study', 'g(z)', 'in the unit of the data', 'also called'],
          TARGETS.map((kind) => [
            kind.title,
            `\`target: ${targetExample(kind)}\``,
            kind.formula,
            kind.steps || kind.name === 'mean' ? 'yes' : 'no',
            kind.aliases.join(', '),
          ]),
        ),
    ],
    [
      'kernel',
      () =>
        table(
          ['kernel', 'in a study', 'correlation', 'by the lag alone', 'also called'],
          KERNELS.map((kind: KernelKind) => [
            kind.title,
            `\`kernel: ${kernelExample(kind)}\``,
            kind.formula,
            kind.stationary === undefined ? 'as its parts' : kind.stationary ? 'yes' : 'no',
            [...kind.aliases, ...(kind.aliasNote ? [kind.aliasNote] : [])].join(', '),
          ]),
        ),
    ],
    [
      'search',
      () =>
        table(
          ['search', 'what it is'],
          SEARCHES.map(({ name, title }) => [`\`--method ${name}\``, title]),
        ),
    ],
    [
      'rule',
      () =>
        table(
          ['rule', 'in results', 'what it goes by'],
          COMPARATORS.map(({ name, title, meaning }) => [title, `\`${name}\``, meaning]),
        ),
    ],
    [
      'layout',
      () =>
        table(
          ['layout', 'in a study', 'where it looks', 'chosen'],
          LAYOUTS.map((kind) => [
            kind.title,
            `\`${kind.name}\``,
            kind.where,
            kind.fixed ? 'beforehand' : kind.learned ? 'in the training units of each fold' : 'by the study',
          ]),
        ),
    ],
    [
      'database',
      () =>
        table(
          ['database', 'reference', 'licence', 'to get it'],
          DATABASES.map(({ name, reference, download }) => [
            `\`${name}\``,
            reference,
            download.licence,
            `\`sightline data fetch ${name} --to DIR\``,
          ]),
        ),
    ],
  ])('has a page with every %s', (first, made) => held('kinds', first, made()));

  /** The table of a page whose head begins so. */
  function held(name: string, first: string, made: string): void {
    const page = pageAt(name);
    const text = readFileSync(page, 'utf8');
    const found = new RegExp(`^\\| ${first} .*\\n(\\|.*\\n)+`, 'm').exec(text)?.[0].trimEnd();
    if (WRITE)
      writeFileSync(
        page,
        text.replace(found!, () => made),
      );
    else expect(found).toBe(made);
  }
});

describe.each(TARGETS.map((kind) => ({ name: kind.name, kind })))('target $name', ({ name, kind }) => {
  const spec = exampleTarget(kind);
  const study = (target: string) => `sightline: 1\ntime: { horizon: 4, points: 4 }\ntarget: ${target}\n`;

  it('is accepted as its example writes it, and described in the schema', () => {
    const { parts, problems } = parseStudy('study.yaml', study(targetExample(kind)));
    expect(problems).toEqual([]);
    expect(parts.target).toEqual(spec);
    expect(targetKindOf(spec).kind).toBe(kind);
    expect(inSchema('target', name)).toBeTruthy();
  });

  it('has words for the report with its numbers in them', () => {
    const words = targetWords(spec);
    expect(words).toMatch(/^the /);
    const numbers = typeof spec === 'string' ? [] : Object.values(spec).flat();
    for (const number of numbers)
      if (number !== true) expect(words).toContain(String(number).replace('-', '−'));
  });

  it('is proposed to who writes a word alone, or another name of it', () => {
    for (const alias of kind.aliases) {
      const { problems } = parseStudy('study.yaml', study(alias));
      if (name !== 'mean') expect(problems[0]!.why).toContain(targetExample(kind));
    }
  });

  it('is among random studies', () => {
    const rng = random(7, 1);
    const found = Array.from({ length: 300 }, () => randomTarget(rng, spice(rng, 0.1)));
    expect(found.some((one) => one === name || (typeof one === 'object' && name in one))).toBe(true);
  });
});

const kernels: readonly KernelKind[] = KERNELS;
describe.each(kernels.map((kind) => ({ name: kind.name, kind })))('kernel $name', ({ name, kind }) => {
  const spec = exampleKernel(kind);
  const study = (kernel: string) =>
    `sightline: 1\ntime: { horizon: 3, points: 3 }\ntarget: mean\nlatent: { kernel: ${kernel} }\n`;

  it('is accepted as its example writes it, described in the schema, and makes a law', () => {
    const { parts, problems } = parseStudy('study.yaml', study(kernelExample(kind)));
    expect(problems).toEqual([]);
    expect(parts.latent?.kernel).toEqual(spec);
    expect(kernelKindOf(spec).kind).toBe(kind);
    expect(inSchema('kernel', name)).toBeTruthy();
    expect(latentCovariance({ kernel: spec }, timeGrid(3, 3)).covariance.data[0]).toBe(1);
  });

  it('may be part of a mixture, unless it is one', () => {
    const { problems } = parseStudy(
      'study.yaml',
      study(`{ mixture: [{ weight: 1, ${kernelExample(kind).slice(1, -1)} }] }`),
    );
    expect(problems.length === 0).toBe(!('parts' in kind.shape));
  });

  it('has words for the report, with the lengths of time among its numbers', () => {
    const words = lawWords({ kernel: spec }, 'h');
    expect(words).toContain('correlation');
    if ('parameters' in kind.shape)
      for (const { example } of Object.values(kind.shape.parameters)) expect(words).toContain(`${example} h`);
  });

  it('is proposed to who writes a word alone, or another name of it', () => {
    for (const alias of kind.aliases) {
      const { problems } = parseStudy('study.yaml', study(alias));
      expect(problems[0]!.why).toContain(kernelExample(kind));
    }
  });

  it('is among random studies, as stationary as it says', () => {
    const rng = random(7, 2);
    const drawn = (stationary: boolean) =>
      Array.from({ length: 300 }, () => randomKernel(rng, spice(rng, 0.1), 3, 3, stationary)).some(
        (one) => name in one,
      );
    expect(drawn(false)).toBe(true);
    expect(drawn(true)).toBe(kind.stationary !== false);
  });
});

describe('layouts, comparators and searches', () => {
  const everything = JSON.stringify(studyJsonSchema());
  const study = readFileSync(pageAt('study-file'), 'utf8');
  it.each(LAYOUTS.map((kind) => ({ name: kind.name, kind })))('layout $name', ({ name, kind }) => {
    expect(everything).toContain(`"${name}"`);
    expect(study).toContain(`\`${name}\``);
    expect(LAYOUT_STYLE[name].dash).toBe(kind.look.dash);
    expect([kind.fixed, kind.learned, kind.named].filter((one) => one !== undefined)).toHaveLength(1);
    expect(LAYOUTS.filter(({ look }) => look.colour === kind.look.colour)).toEqual([kind]);
  });

  it('every comparator has a row of its own in tables, every search is an option', () => {
    expect(COMPARATOR_ROWS.map(({ key }) => key).sort()).toEqual(COMPARATORS.map(({ name }) => name).sort());
    expect(new Set(COMPARATOR_ROWS.map(({ name }) => name)).size).toBe(COMPARATORS.length);
    const { options } = questionOf('design');
    expect(options.find(({ name }) => name === 'method')).toMatchObject({
      words: ['auto', ...SEARCHES.map(({ name }) => name)],
    });
  });
});
