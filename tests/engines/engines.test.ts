// Every example and the paper give the same bits on every JavaScript engine. `npm test` compares this Node with the
// installed Chromium (tests/published.test.ts, from the published package); `npm run engines` fetches Node 20, 22 and 24 as well.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compare } from './compare.ts';
import { countNumbers, differing } from './differing.ts';
import { examples, ROOT } from './examples.ts';
import { fetchedNode } from './fetched-node.ts';
import { inNode } from './in-node.ts';

const OWN = Number(process.versions.node.split('.')[0]);
const MAJORS = (process.env.SIGHTLINE_ENGINES ?? '')
  .split(',')
  .map(Number)
  .filter((major) => major > 0 && major !== OWN);
/** Recordings take part between versions of Node, where somebody has them. */
const DATA = process.env.SIGHTLINE_DATA || join(ROOT, '..', 'shared', 'data');
const TIME = 60 * 60_000;

it.runIf(MAJORS.length > 0)('the same numbers on other versions of Node', { timeout: TIME }, async () => {
  const { studies, ofRecordings } = examples();
  const data = ['sleep-edfx', 'ltafdb', 'splits'].every((folder) => existsSync(join(DATA, folder)));
  const asked = data ? [...studies, ...ofRecordings] : studies;
  const request = { studies: asked, data: data ? DATA : undefined };
  const here = await inNode(process.execPath, request);
  for (const major of MAJORS) compare(here, await inNode(fetchedNode(major), request));
});

it('a number that differs in its last bit is found', () => {
  const document = { a: [{ b: 0.1 + 0.2, seconds: 1 }], text: 'same' };
  expect(differing(document, { a: [{ b: 0.3, seconds: 2 }], text: 'same' })).toEqual([
    { place: '/a/0/b', a: 0.1 + 0.2, b: 0.3 },
  ]);
  expect(differing(document, { a: [], text: 'same' })).toHaveLength(1);
  expect(countNumbers(document)).toBe(1);
});
