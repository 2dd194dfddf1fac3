import { NumericallyUndecided } from '@sightline/engine/internal';
import { expect, it } from 'vitest';
import { answer } from './answer.ts';

it.each(['value', 'identify'])(
  '%s: an answer that rounding spoiled is undecided, not a fault',
  async (command) => {
    const spoiled = async (json: boolean) => {
      let [out, err] = ['', ''];
      const io = {
        out: (text: string) => (out += text),
        err: (text: string) => (err += text),
        files: { read: async () => new Uint8Array() },
        env: {},
        now: () => 0,
      };
      const compute = async (): Promise<object> => {
        throw new NumericallyUndecided('rounding made a recovered variance 1.2');
      };
      const code = await answer(
        { command, study: 'a.yaml', format: { json }, start: 0 },
        compute,
        { text: () => '' },
        io,
      );
      return { code, out, err };
    };
    const err = 'numerically undecided: rounding made a recovered variance 1.2\n';
    expect(await spoiled(false)).toEqual({ code: 4, out: '', err });
    const asJson = await spoiled(true);
    expect(asJson).toMatchObject({ code: 4, err });
    expect(JSON.parse(asJson.out)).toEqual({
      sightline: 1,
      command,
      study: 'a.yaml',
      undecided: 'rounding made a recovered variance 1.2',
    });
  },
);
