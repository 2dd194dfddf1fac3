// The packages as they would be published: their files, what checkers say of them, and what runs from an empty folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stableExports } from '../scripts/api-pages.mjs';
import { type Packed, packed } from '../scripts/packed.mjs';
import { compare } from './engines/compare.ts';
import { examples, ROOT } from './engines/examples.ts';
import { inChromium } from './engines/in-chromium.ts';
import { inNode } from './engines/in-node.ts';

const TIME = 60 * 60_000;

let given: Packed;
beforeAll(() => {
  given = packed();
}, TIME);
afterAll(() => rmSync(dirname(given.folder), { recursive: true, force: true }));

const WORKSPACES = [
  ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`),
  'experiments',
].concat('apps/workbench');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const ran = (file: string, ...args: string[]) =>
  execFileSync(process.execPath, [file, ...args], { cwd: given.folder, encoding: 'utf8' });
const tool = (path: string) => join(ROOT, 'node_modules', path);
const sightline = (...args: string[]) => ran('node_modules/sightline/bin/sightline.js', ...args);

describe('what is published', () => {
  it('is the command and the library; every workspace says what it is', () => {
    const all = WORKSPACES.map((folder) => ({ folder, ...JSON.parse(read(`${folder}/package.json`)) }));
    expect(
      all
        .filter((one) => !one.private)
        .map((one) => one.name)
        .sort(),
    ).toEqual(['@sightline/engine', 'sightline']);
    for (const { folder, version, license, description, name } of all) {
      expect([folder, version, license]).toEqual([folder, JSON.parse(read('package.json')).version, 'MIT']);
      expect(description).toMatch(/\w/);
      expect(read(`${folder}/LICENSE`)).toBe(read('LICENSE'));
      expect(read(`${folder}/README.md`)).toContain(name);
    }
    for (const one of all.filter(({ private: own }) => !own)) {
      expect(Object.keys(one.dependencies ?? {}).filter((name) => name.startsWith('@sightline/'))).toEqual(
        [],
      );
      expect(one.keywords.length).toBeGreaterThan(3);
      expect(one.publishConfig).toEqual({ access: 'public' });
      expect(one.scripts.prepack).toBeDefined();
    }
  });

  it('has the files of the library, and no others', () => {
    const sources = readdirSync(join(ROOT, 'packages/engine/src'), { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /\.(ts|json)$/.test(name) && !name.endsWith('.test.ts'));
    const built = sources
      .filter((name) => name.endsWith('.ts') && !name.includes('/assembly/'))
      .flatMap((name) => ['.js', '.js.map', '.d.ts', '.d.ts.map'].map((end) => name.replace(/\.ts$/, end)));
    expect(given.tarballs['@sightline/engine']!.files).toEqual(
      [
        ...['LICENSE', 'README.md', 'package.json', 'dist/single-file/sightline-engine.js'],
        ...built.map((name) => `dist/${name}`),
        ...sources.map((name) => `src/${name}`),
      ].sort(),
    );
  });

  it('has the files of the command, and no others', () => {
    const { files } = given.tarballs.sightline!;
    const examples = readdirSync(join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' })
      .map((name) => `examples/${name.replaceAll('\\', '/')}`)
      .filter((name) => /\.(yaml|csv|sh)$/.test(name) && !name.includes('-report/'));
    const bundled = /^command\/[\w.-]+\.js$|^page\/assets\/[\w.-]+\.(js|css|wasm|woff2)$/;
    expect(files.filter((name) => !bundled.test(name))).toEqual(
      [
        ...['LICENSE', 'README.md', 'THIRD-PARTY-LICENCES.txt', 'package.json', 'bin/sightline.js'],
        ...['command/digest', 'command/package.json', 'page/icon.svg', 'page/index.html'],
        'man/sightline.1',
        'packages/study/study.schema.json',
        ...examples,
      ].sort(),
    );
    for (const name of ['command/sightline.js', 'command/work-thread.js']) expect(files).toContain(name);
  });

  it('is clean to publint and to are-the-types-wrong', () => {
    for (const { file } of Object.values(given.tarballs)) ran(tool('publint/src/cli.js'), file, '--strict');
    // ESM only: Node from 20.19 on requires it, older ones and node10 resolution do not know it.
    const attw = tool('@arethetypeswrong/cli/dist/index.js');
    ran(attw, given.tarballs['@sightline/engine']!.file, '--profile', 'esm-only', '--no-emoji');
  });
});

describe('installed in an empty folder', () => {
  it('the command is the version it says, and what its README begins with works', () => {
    expect(sightline('--version').trim()).toBe(JSON.parse(read('package.json')).version);
    const readme = readFileSync(join(given.folder, 'node_modules/sightline/README.md'), 'utf8');
    const [, first] = /^```sh\n([\s\S]*?)^```$/m.exec(readme)!;
    const commands = [...first!.matchAll(/^npx sightline ((?!serve).*)$/gm)].map(([, words]) =>
      words!.split(' '),
    );
    const printed = commands.map((words) => sightline(...words));
    expect(printed.at(-1)).toContain('dispersed  0.522278');
  });

  it('every example and the paper: the same numbers in Chromium as from the command', {
    timeout: TIME,
  }, async () => {
    const { files, studies } = examples();
    const home = join(given.folder, 'node_modules/sightline');
    // A draw is made like any other: what two hundred of them use, two thousand do. `npm run engines` makes all.
    const draws = process.env.SIGHTLINE_ENGINES ? undefined : 200;
    const asked = { studies, ...(draws && { draws }) };
    compare(await inNode(process.execPath, { ...asked, home }), await inChromium({ files, ...asked }));
  });

  it('the workbench is served', async () => {
    const bin = join(given.folder, 'node_modules/sightline/bin/sightline.js');
    const server = spawn(process.execPath, [bin, 'serve', '--port', '0'], { cwd: given.folder });
    try {
      const address = await firstMatch(server, /http:\S+/);
      const page = await (await fetch(address)).text();
      expect(page).toContain('<title>');
      const [, script] = /<script[^>]* src="([^"]+)"/.exec(page)!;
      expect((await fetch(new URL(script!, address))).status).toBe(200);
    } finally {
      server.kill();
    }
  });

  it('the library’s examples compile in strict TypeScript, as Node and as bundlers resolve, and print what they say', () => {
    const examples = stableExports(ROOT).flatMap(({ name, example }) => (example ? [{ name, example }] : []));
    expect(examples.length).toBeGreaterThan(30);
    const folder = join(given.folder, 'examples');
    mkdirSync(folder);
    for (const { name, example } of examples) writeFileSync(join(folder, `${name}.ts`), example);
    const strict = [
      '--strict',
      '--skipLibCheck',
      'false',
      '--lib',
      'ES2023,DOM',
      '--types',
      '',
      '--target',
      'ES2022',
    ];
    const sources = examples.map(({ name }) => `examples/${name}.ts`);
    const tsc = tool('typescript/bin/tsc');
    ran(tsc, ...strict, '--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit', ...sources);
    ran(tsc, ...strict, '--module', 'node16', '--outDir', 'out', ...sources);
    writeFileSync(
      join(given.folder, 'all.js'),
      `const said = {};
       for (const name of ${JSON.stringify(examples.map(({ name }) => name))}) {
         said[name] = [];
         console.log = (...words) => said[name].push(words.join(' '));
         await import('./out/' + name + '.js');
       }
       process.stdout.write(JSON.stringify(said));`,
    );
    const said = JSON.parse(ran('all.js')) as Record<string, string[]>;
    for (const { name, example } of examples) {
      const expected = [...example.matchAll(/\/\/ → (.*)$/gm)].map(([, text]) => text!);
      expect(
        said[name]!.map((line, i) => shortened(line, expected[i])),
        name,
      ).toEqual(expected);
    }
  });

  it('one file is the whole library', () => {
    const file = 'node_modules/@sightline/engine/dist/single-file/sightline-engine.js';
    const names = ran(
      '--input-type=module',
      '-e',
      `console.log(Object.keys(await import('./${file}')).join())`,
    );
    const values = stableExports(ROOT).filter(({ isType }) => !isType);
    expect(names.trim().split(',').sort()).toEqual(values.map(({ name }) => name).sort());
  });
});

/** 0.5222779037 as 0.5222779…, where that is what the example says. */
function shortened(line: string, expected = ''): string {
  const words = expected.split(' ');
  return line
    .split(' ')
    .map((word, i) => {
      const start = words[i]?.endsWith('…') ? words[i].slice(0, -1) : undefined;
      return start !== undefined && word.startsWith(start) ? `${start}…` : word;
    })
    .join(' ');
}

/** What a process prints first that looks like this. */
const firstMatch = (child: ChildProcess, pattern: RegExp) =>
  new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (part) => {
      text += part;
      const found = pattern.exec(text);
      if (found) resolve(found[0]);
    });
    child.on('close', (code) => reject(new Error(`it ended with ${code}: ${text}`)));
  });
