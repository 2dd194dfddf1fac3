import { deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFragment, studyFragment } from './study-link.ts';

const packed = (bytes: Uint8Array) => Buffer.from(deflateRawSync(bytes)).toString('base64url');

describe('a link', () => {
  it('carries any text and back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 2000 }), async (text) => {
        expect(await readFragment(await studyFragment(text))).toEqual({ ok: true, text });
      }),
      { numRuns: 50 },
    );
  });

  it('carries the name of the file where there is one', async () => {
    for (const name of ['mine.yaml', 'examples/shift/study.yaml', 'Größe & Maß #2.yaml']) {
      const fragment = await studyFragment('sightline: 1\n', name);
      expect(await readFragment(fragment)).toEqual({ ok: true, text: 'sightline: 1\n', name });
      expect(new URL(`http://localhost/${fragment}`).hash).toBe(fragment);
    }
  });

  it('tells which data the sender had', async () => {
    const data = new Map([
      ['../a: b/dense.csv', '0123456789abcdef'],
      ['cov.csv', 'fedcba9876543210'],
    ]);
    const fragment = await studyFragment('sightline: 1\n', 'mine.yaml', data);
    expect(await readFragment(fragment)).toEqual({
      ok: true,
      text: 'sightline: 1\n',
      name: 'mine.yaml',
      data,
    });
    expect(await readFragment(await studyFragment('a', undefined, data))).toEqual({
      ok: true,
      text: 'a',
      data,
    });
  });

  it('is deflate and base64url, as others have them', async () => {
    const text = 'sightline: 1\ntitle: Größe über 1,5 σ\n'.repeat(20);
    const fragment = await studyFragment(text);
    expect(fragment).toMatch(/^#study=1\.[\w-]+$/);
    expect(inflateRawSync(Buffer.from(fragment.slice(9), 'base64url')).toString()).toBe(text);
    expect(await readFragment(`#study=1.${packed(Buffer.from(text))}`)).toEqual({ ok: true, text });
    expect(fragment.length).toBeLessThan(text.length / 2);
  });

  it('says what is wrong with it', async () => {
    const good = await studyFragment('sightline: 1\ntitle: a study that is long enough to be cut\n');
    for (const [fragment, why] of [
      [good.slice(0, -9), /damaged or was cut off/],
      [good.replace('#study=1.', '#study=2.'), /version 2, and this workbench reads version 1/],
      ['#study=', /no version/],
      [`${good}&nam`, /not the name of a file/],
      [`${good}&data=dense.csv`, /not the name of a file/],
      [`${good}&data=dense.csv:xyz`, /not the name of a file/],
      [`${good}&name=a&name=b`, /not the name of a file/],
      [`${good}&name=%0a`, /not the name of a file/],
      [`${good}&name=%E0`, /not the name of a file/],
      ['#study=1.', /characters that it cannot have been made with/],
      ['#study=1.%20', /characters that it cannot have been made with/],
      [`#study=1.${packed(new Uint8Array([0xff, 0xfe, 0xff]))}`, /damaged/],
      [`#study=1.${packed(new Uint8Array(3_000_000))}`, /longer than 2000000/],
    ] as const) {
      const read = await readFragment(fragment);
      expect(read, fragment).toMatchObject({ ok: false, why: expect.stringMatching(why) });
    }
  });

  it('is not about a study where it says nothing of one', async () => {
    expect(await readFragment('')).toBeUndefined();
    expect(await readFragment('#timeline')).toBeUndefined();
  });
});
