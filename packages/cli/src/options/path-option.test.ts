import { expect, it } from 'vitest';
import { runInMemory } from '../memory-io.ts';

// A variable that was never set leaves an empty text: `--out "$REPORTS"` must not write into the root folder.
const OPTIONS = [
  ['run', 'study.yaml', '--out'],
  ['run', 'study.yaml', '--data'],
  ['retrospect', 'study.yaml', '--data'],
  ['retrospect', 'study.yaml', '--plots'],
  ['reproduce', '--data'],
  ['reproduce', '--out'],
  ['data', 'fetch', 'ltafdb', '--to'],
  ['data', 'fetch', 'ltafdb', '--from'],
];

for (const argv of OPTIONS)
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
