// Completion and the manual, by the shells and the formatter that read them where they are installed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/commands/command-list.ts';
import { runInMemory } from '../src/memory-io.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-shell-'));
afterAll(() => rmSync(folder, { recursive: true }));
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;
const run = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: folder });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
};
const printed = async (...argv: string[]) => {
  const { code, out, err } = await runInMemory(argv, {});
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
};

/** What the line is completed to, in a folder with a file and a folder in it. */
const LINES: [line: string, offered: string[]][] = [
  ['sightline val', ['value']],
  ['sightline --debug cal', ['calibrate']],
  ['sightline value --fo', ['--format']],
  ['sightline value a.yaml --format ', ['text', 'json', 'csv', 'markdown']],
  ['sightline plan --table ', ['curve', 'needed', 'protocols']],
  ['sightline data ', ['fetch']],
  ['sightline data fetch ', ['sleep-edfx', 'ltafdb']],
  ['sightline schema ident', ['identify']],
  ['sightline value stu', ['study one.yaml']],
];

beforeAll(async () => {
  writeFileSync(join(folder, 'study one.yaml'), '');
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(join(folder, `sightline.${shell}`), await printed('completion', shell));
});

describe('completion', () => {
  it.runIf(has('bash'))('in bash offers commands, options, their values and files', () => {
    const asked = LINES.map(([line]) => {
      const words = line.split(' ').map((word) => `'${word}'`);
      return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _sightline; (IFS='|'; echo "\${COMPREPLY[*]}")`;
    });
    const out = run('bash', '-c', `set -u; source sightline.bash; ${asked.join('\n')}`);
    expect(out.trimEnd().split('\n')).toEqual(LINES.map(([, offered]) => offered.join('|')));
    // bash takes what has = in it for three words.
    const after = (words: string, at: number) =>
      `COMP_WORDS=(${words}); COMP_CWORD=${at}; _sightline; echo "\${COMPREPLY[*]}"`;
    const joined = [after('sightline value --format = c', 4), after('sightline value --format =', 3)];
    expect(run('bash', '-c', `source sightline.bash; ${joined.join('; ')}`)).toBe(
      'csv\ntext json csv markdown\n',
    );
  });

  it.runIf(has('bash'))('in bash offers every option of every command', async () => {
    for (const { name } of COMMANDS) {
      const help = await printed(name, '--help');
      const options = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map((match) => match[1]!);
      const line = `source sightline.bash; COMP_WORDS=(sightline ${name} --); COMP_CWORD=2; _sightline; echo "\${COMPREPLY[*]}"`;
      expect(run('bash', '-c', line).trim().split(' ')).toEqual(options);
    }
  });

  it.runIf(has('fish'))('in fish offers the same', () => {
    for (const [line, offered] of LINES) {
      const out = run(
        'fish',
        '--no-config',
        '-c',
        `source sightline.fish; complete -C ${JSON.stringify(line)}`,
      );
      const words = out
        .trimEnd()
        .split('\n')
        .map((one) => one.split('\t')[0]!.replaceAll('\\', ''));
      expect(words.sort()).toEqual([...offered].sort());
    }
  });

  it.runIf(has('zsh'))('in zsh is loaded for the command', () => {
    const load = 'autoload -U compinit; compinit -u -D; source ./sightline.zsh; print $_comps[sightline]';
    expect(run('zsh', '-f', '-c', load)).toBe('_sightline\n');
    run('zsh', '-n', 'sightline.zsh');
  });
});

describe('the manual page', () => {
  it('has every command with its options', async () => {
    const page = (await printed('man')).replaceAll('\\-', '-');
    for (const { name } of COMMANDS) expect(page).toContain(`.SS sightline ${name}`);
    expect(page).toContain('.SS sightline data fetch');
    expect(page).toContain(
      '\\fB--format\\fR \\fIformat\\fR\nhow the answer is printed; one of text, json, csv, markdown;',
    );
    // Nothing but what every formatter knows.
    expect(page).toMatch(/^[\x20-\x7e\n]*$/);
  });

  it.runIf(has('groff'))('is formatted without a warning', async () => {
    writeFileSync(join(folder, 'sightline.1'), await printed('man'));
    expect(run('groff', '-man', '-ww', '-Tutf8', '-P-cbou', 'sightline.1')).toContain(
      'NAME\n       sightline - computes',
    );
  });
});
