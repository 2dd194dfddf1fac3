import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type WfdbMark, wfdbSample } from '../../../test/wfdb-sample.ts';
import { parseWfdbAnnotations } from './annotations.ts';
import type { WfdbHeader } from './header.ts';

const header: WfdbHeader = { samplingFrequency: 128, samples: null };
const read = (bytes: Uint8Array, head = header) => {
  const result = parseWfdbAnnotations(bytes, head);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result;
};
const whys = (bytes: Uint8Array, head = header) => {
  const result = parseWfdbAnnotations(bytes, head);
  return result.ok ? [] : result.problems.map(({ why }) => why);
};
const told = ({ sample, text = '' }: WfdbMark) => ({ sample, text });

describe('annotations of WFDB', () => {
  it('are a code and the time since the one before', () => {
    // Two beats by hand: 1 << 10 | 300 and 5 << 10 | 1023, lower bytes first.
    const bytes = Uint8Array.of(0x2c, 0x05, 0xff, 0x17, 0, 0);
    expect(read(bytes)).toEqual({
      ok: true,
      annotations: [told({ sample: 300, code: 1 }), told({ sample: 1323, code: 5 })],
      warnings: [],
    });
  });

  it('skip in the order of a PDP-11, upper half first', () => {
    const bytes = Uint8Array.of(0x00, 0xec, 0x02, 0x00, 0x01, 0x00, 0x03, 0x04, 0, 0);
    expect(read(bytes).annotations).toEqual([told({ sample: 2 * 65536 + 1 + 3, code: 1 })]);
  });

  it('may stand at sample 0 as the first, though not with the code 0', () => {
    expect(read(Uint8Array.of(0x00, 0x04, 0, 0)).annotations).toEqual([told({ sample: 0, code: 1 })]);
    expect(read(Uint8Array.of(0x05, 0x00, 0, 0)).annotations).toEqual([told({ sample: 5, code: 0 })]);
  });

  it('keep their texts to themselves, whatever else is said of them', () => {
    const marks = [
      { sample: 1, code: 1, number: -3, channel: 200, subtype: -1, text: '(N' },
      { sample: 2, code: 1, number: -3, channel: 200 },
      { sample: 3, code: 1, channel: 0, number: 0 },
    ];
    expect(read(wfdbSample(marks)).annotations).toEqual(marks.map(told));
  });

  it('have texts of odd and even lengths, with NULs at their ends', () => {
    const marks = ['', '(', '(N', '(AB', '(AFIB\0', 'ab\0\0'].map((text, i) => ({
      sample: i,
      code: 28,
      text,
    }));
    expect(read(wfdbSample(marks)).annotations.map(({ text }) => text)).toEqual([
      '',
      '(',
      '(N',
      '(AB',
      '(AFIB',
      'ab',
    ]);
  });

  it('come back as they were written', () => {
    const mark = fc.record({
      step: fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 2 ** 31 - 1 })),
      code: fc.integer({ min: 1, max: 49 }),
      subtype: fc.integer({ min: -128, max: 127 }),
      number: fc.integer({ min: -128, max: 127 }),
      channel: fc.integer({ min: 0, max: 255 }),
      text: fc.string({ unit: 'binary-ascii', maxLength: 300 }).map((text) => text.replaceAll('\0', '')),
    });
    fc.assert(
      fc.property(fc.array(mark, { minLength: 1, maxLength: 30 }), (drawn) => {
        let sample = 0;
        const marks = drawn.map(({ step, ...rest }) => ({ sample: (sample += step), ...rest }));
        expect(read(wfdbSample(marks)).annotations).toEqual(marks.map(told));
      }),
    );
  });

  it('past the end of the header are kept and counted', () => {
    const bytes = wfdbSample([9, 10, 11].map((sample) => ({ sample, code: 1 })));
    const result = read(bytes, { ...header, samples: 10 });
    expect(result.annotations).toHaveLength(3);
    expect(result.warnings).toEqual([expect.objectContaining({ value: '2 annotations' })]);
  });
});

describe('a file that is', () => {
  const bytes = wfdbSample([
    { sample: 1, code: 1 },
    { sample: 5000, code: 28, text: '(AFIB' },
  ]);

  it('cut off is refused', () => {
    for (let length = 0; length < bytes.length; length++) {
      const cut = bytes.subarray(0, length);
      expect(whys(cut)).toEqual([expect.stringMatching(length === 0 ? /empty/ : /cut off/)]);
    }
  });

  it('longer than its end mark is read up to it', () => {
    expect(read(Uint8Array.of(...bytes, 0, 0, 0)).warnings).toEqual([]);
    const { annotations, warnings } = read(Uint8Array.of(...bytes, 0, 0, 7, 4));
    expect(annotations).toHaveLength(2);
    expect(warnings).toEqual([expect.objectContaining({ byte: bytes.length + 2, value: '4 bytes' })]);
  });

  it.each([
    [
      'out of order',
      wfdbSample([5000, 4000].map((sample) => ({ sample, code: 1 }))),
      'after a later one, at 5000',
    ],
    ['before the start', wfdbSample([{ sample: -1, code: 1 }]), 'after a later one, at 0'],
    ['of unknown codes', wfdbSample([{ sample: 1, code: 55 }]), 'no annotations of this code'],
    ['a text without annotation', Uint8Array.of(2, 63 << 2, 40, 41, 0, 0), 'none stands before it'],
    [
      'of another time resolution',
      wfdbSample([{ sample: 0, code: 22, text: '## time resolution: 1000' }]),
      'other units of time',
    ],
  ])('%s is refused', (_, wrong, why) => {
    expect(whys(wrong)).toEqual([expect.stringContaining(why)]);
  });

  it('of the same time resolution is read', () => {
    expect(whys(wfdbSample([{ sample: 0, code: 22, text: '## time resolution: 128' }]))).toEqual([]);
  });
});
