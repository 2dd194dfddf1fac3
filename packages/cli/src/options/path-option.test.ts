import { Command } from 'commander';
import { expect, it } from 'vitest';
import { COMMANDS } from '../commands/command-list.ts';
import type { CommandIo } from '../io/io.ts';
import { runInMemory } from '../memory-io.ts';
import { allCommands, commandTree } from '../shell/command-tree.ts';

// A variable that was never set leaves an empty text: `--out "$REPORTS"` must not write into the root folder.
const program = new Command();
for (const { name, load } of COMMANDS)
  program.addCommand((await load())({ env: {} } as CommandIo, () => {}).name(name));
/** What a command needs beside the option. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { 'data fetch': ['ltafdb'], init: ['new.yaml'] };
const OPTIONS = allCommands(commandTree(program)).flatMap(({ path, command }) => {
  const study = command.arguments.some(({ name }) => name === 'study') ? ['study.yaml'] : [];
  const call = [...path, ...study, ...(BESIDE[path.join(' ')] ?? [])];
  return command.options
    .filter(({ completion: { words, ...files } }) => !words && 'files' in files && files.files !== 'nothing')
    .map(({ names }) => [...call, names.at(-1)!]);
});

// A folder or an address.
for (const argv of [...OPTIONS, ['data', 'fetch', 'ltafdb', '--from']])
  for (const [what, value] of [
    ['empty', ''],
    ['blank', '  '],
    ['with a zero byte', 'a\0b'],
  ] as const)
    it(`${argv.join(' ')} is refused where it is ${what}`, async () => {
      const { code, out, err, saved, drawn } = await runInMemory([...argv, value], {});
      expect({ code, out, saved, drawn }).toEqual({ code: 2, out: '', saved: {}, drawn: {} });
      expect(err).toContain(`error: option '${argv.at(-1)} <`);
      expect(err).toContain('Accepted: ');
    });

it('every option that takes a path is among these', () => {
  expect(OPTIONS.length).toBeGreaterThan(30);
  for (const one of ['run study.yaml --out', 'fit study.yaml --write', 'predict study.yaml --readings'])
    expect(OPTIONS.map((argv) => argv.join(' '))).toContain(one);
});

for (const argv of [
  ['init', ''],
  ['init', '', '--yes'],
  ['init', ' ', '--example', 'shift'],
  ['init', '', '--from', 'table.csv'],
])
  it(`${argv.join(' ')} is refused where the path is empty`, async () => {
    const { code, out, err, saved, drawn } = await runInMemory(argv, { 'table.csv': 'unit,1,2\na,1,2\n' });
    expect({ code, out, saved, drawn }).toEqual({ code: 2, out: '', saved: {}, drawn: {} });
    expect(err).toContain('It is empty. Accepted: ');
  });
