import { ASKED_ALONE, QUESTIONS } from '@sightline/study';
import { Help } from 'commander';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from './command-list.ts';

const IO = { out() {}, err() {}, files: { read: async () => new Uint8Array() }, env: {}, now: () => 0 };

describe('the list of commands', () => {
  it('asks every question that has a command of its own, and by a flag those that have none', async () => {
    const listed = COMMANDS.map(({ name }) => name);
    for (const { name, flag } of [...QUESTIONS, ...ASKED_ALONE]) {
      expect(listed).toContain(flag?.of ?? name);
      if (!flag) continue;
      const command = (await COMMANDS.find((one) => one.name === flag.of)!.load())(IO, () => {});
      expect(command.options.map(({ long }) => long)).toContain(`--${name}`);
    }
  });

  it.each(COMMANDS.map((listed) => [listed.name, listed] as const))(
    '%s: says what the command takes before it is loaded',
    async (_, { name, takes, summary, load }) => {
      const command = (await load())(IO, () => {});
      expect(command.name()).toBe(name);
      expect(new Help().subcommandTerm(command)).toBe(`${name} ${takes}`.trimEnd());
      expect(summary).not.toBe('');
    },
  );
});
