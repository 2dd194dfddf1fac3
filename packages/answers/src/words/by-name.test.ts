import { expect, it } from 'vitest';
import { run } from '../../test/report-fixtures.ts';
import { identifyDocument } from '../questions/identify/document.ts';
import { runDocument } from '../questions/run/document.ts';
import { documentText } from '../terminal/document-text.ts';
import { byName } from './by-name.ts';

const NAMES = ['toString', 'constructor', 'valueOf'];
const study = {
  sightline: 1,
  time: { horizon: 4, points: 4, unit: 'h' },
  target: 'mean',
  latent: { kernel: { ou: { tau: 1 } } },
  protocols: Object.fromEntries(NAMES.map((name, k) => [name, { at: k + 0.5, noise: 0.2 }])),
  realised: 'constructor',
};

it('protocols may be called as every object has it, and nothing is found where nothing stands', async () => {
  expect(byName({}, 'toString')).toBeUndefined();
  expect(byName(undefined, 'a')).toBeUndefined();
  expect(byName({ toString: 1 }, 'toString')).toBe(1);
  const result = await run(study);
  const { identify, value } = result.steps;
  expect(Object.keys(identify!.alternatives)).toEqual(['toString', 'valueOf']);
  // Without worlds that were looked at again, as where times were seen together by chance.
  const text = documentText(identifyDocument(identify!, { worlds: {}, reads: [] }));
  expect(text).toContain('‘toString’ is not identified');
  expect(text).not.toContain('native code');
  const all = documentText(
    runDocument({ ...result, worlds: {}, steps: { identify: identify!, value: value! } }, '1'),
  );
  expect(all).toContain('‘toString’');
  expect(all).not.toContain('native code');
});
