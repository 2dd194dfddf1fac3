// Random valid studies, and mutants of the examples, through every command: an answer, or every problem of the input. A few
// of them here; `npm run fuzz -- 20000` for many, in processes with limits of time and memory.
import { describe, expect, it } from 'vitest';
import { random } from './random-studies/random.ts';
import { ABOUT, randomStudy } from './random-studies/random-study.ts';
import { asked, makeCase, runCase, runMade } from './random-studies/run-case.ts';
import { COMMANDS } from './random-studies/study-case.ts';

const ASKED = process.env.PROPERTY_SEED;
const SEED = ASKED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(ASKED ?? 2);
const CASES = 60;

describe('studies', () => {
  it('of every kind end with an answer, undecided or problems, and in time', async () => {
    let answered = 0;
    for (let number = 0; number < CASES; number++) {
      const { code, said, cpu, refused } = await runCase(SEED, number);
      expect({ code, said }, `npm run fuzz -- --seed ${SEED} --case ${number}`).toMatchObject({
        code: expect.toSatisfy((one: number) => [0, 3, 4].includes(one)),
        said: undefined,
      });
      expect(cpu, `npm run fuzz -- --seed ${SEED} --case ${number}, attempt ${refused}`).toBeLessThan(60);
      if (code !== 3) answered++;
    }
    // What is refused says little about what is computed.
    expect(answered).toBeGreaterThan(0.9 * CASES);
  });

  it('are the same for the same numbers, and others for others', () => {
    expect(makeCase(3, 5, 0)).toEqual(makeCase(3, 5, 0));
    expect(makeCase(3, 5, 1)).not.toEqual(makeCase(3, 5, 0));
    expect(makeCase(3, 6, 0)).not.toEqual(makeCase(3, 5, 0));
    expect(makeCase(4, 5, 0)).not.toEqual(makeCase(3, 5, 0));
  });

  it('that are made from nothing are valid, nearly all, without numbers at the edge', async () => {
    let valid = 0;
    for (let number = 0; number < 40; number++) {
      const rng = random(SEED, 7, number);
      const about = rng.pick(ABOUT.filter((one) => one !== 'benchmark'));
      const { code } = await runMade(asked(rng, randomStudy(rng, { edges: 0, about, mostPoints: 8 })));
      if (code !== 3) valid++;
    }
    expect(valid).toBeGreaterThan(28);
  });

  it('ask for every command', () => {
    const cases = Array.from({ length: 400 }, (_, k) => makeCase(SEED, k, 0).argv);
    const commands = new Set(cases.map((argv) => (argv.includes('--trial') ? 'trial' : argv[0])));
    expect([...commands].sort()).toEqual([...COMMANDS].sort());
  });
});
