import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type QuestionHead, usualOptions } from '../asking/question.ts';
import { ASKED_ALONE, QUESTIONS, questionOf } from './index.ts';
import { RUN } from './run/compute.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

describe('the list of questions', () => {
  it('has every folder, by its name', () => {
    const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect([...QUESTIONS, ...ASKED_ALONE, RUN].map(({ name }) => name).sort()).toEqual(
      folders.map(({ name }) => name).sort(),
    );
    for (const { name } of [...QUESTIONS, ...ASKED_ALONE])
      expect(existsSync(`${FOLDER}${name}/index.ts`)).toBe(true);
  });

  it.each([...QUESTIONS, ...ASKED_ALONE, RUN].map((one) => [one.name, one] as const))(
    '%s: each option once, with words and a value that it would accept',
    (name, question) => {
      const { options, example, misuse, flag } = question as QuestionHead;
      expect(example).toMatch(new RegExp(`^sightline ${flag?.of ?? name} examples/`));
      if (flag !== undefined) expect(example).toMatch(new RegExp(` --${name}$`));
      const names = options.map((option) => option.name);
      expect(new Set(names).size).toBe(names.length);
      for (const option of options) {
        expect(option.what).not.toBe('');
        if (option.kind !== 'whole' && option.kind !== 'number') continue;
        const shown = option.example ?? option.usual!;
        const [least, most] =
          option.kind === 'whole'
            ? [option.least, option.most]
            : [option.above, option.most ?? option.below!];
        expect(shown).toBeGreaterThanOrEqual(least);
        expect(shown).toBeLessThanOrEqual(most);
      }
      expect(misuse?.({} as never)).toBeUndefined();
    },
  );

  it('says what is usual from one place', () => {
    expect(usualOptions(questionOf('calibrate'))).toEqual({ draws: 2000, level: 0.95 });
    expect(usualOptions(questionOf('plan'))).toEqual({ draws: 2000, level: 0.95, power: 0.8 });
    expect(usualOptions(questionOf('retrospect'))).toEqual({ draws: 2000 });
    expect(usualOptions(questionOf('design'))).toEqual({
      method: 'auto',
      draws: 100,
      quantile: 0.1,
      criterion: 'worst',
      missed: 'mean',
    });
  });
});
