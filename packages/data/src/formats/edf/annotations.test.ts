import { describe, expect, it } from 'vitest';
import { edfSample, tal } from '../../../test/edf-sample.ts';
import { parseEdfAnnotations } from './annotations.ts';

const read = (...args: Parameters<typeof parseEdfAnnotations>) => {
  const result = parseEdfAnnotations(...args);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result;
};
const whys = (...args: Parameters<typeof parseEdfAnnotations>) => {
  const result = parseEdfAnnotations(...args);
  return result.ok ? [] : result.problems.map(({ why }) => why);
};

describe('annotations of EDF+', () => {
  it('come from every signal and every data record', () => {
    const bytes = edfSample({
      others: 5,
      seconds: '30',
      records: [
        [
          `${tal('+0', null, '')}${tal('+1', '2', 'a')}${tal('+3', null, 'b')}`,
          tal('+2', null, 'second signal'),
        ],
        [tal('+30', null, ''), `\0\0${tal('-0.5', '0.25', 'before the start')}`],
      ],
    });
    expect(read(bytes)).toEqual({
      ok: true,
      length: 60,
      annotations: [
        { onset: 1, duration: 2, text: 'a' },
        { onset: 3, duration: null, text: 'b' },
        { onset: 2, duration: null, text: 'second signal' },
        { onset: -0.5, duration: 0.25, text: 'before the start' },
      ],
      warnings: [],
    });
  });

  it('may share an onset, and their texts are UTF-8', () => {
    const bytes = edfSample({ records: [[tal('+10', '5', 'Schläft', '眠る', 'x')]] });
    expect(read(bytes).annotations).toEqual(
      ['Schläft', '眠る', 'x'].map((text) => ({ onset: 10, duration: 5, text })),
    );
  });

  it('may fill the signal to its last byte', () => {
    const bytes = edfSample({ records: [['+1\x14ab\x14']] });
    expect(read(bytes).annotations).toEqual([{ onset: 1, duration: null, text: 'ab' }]);
  });

  it('are none in a file that keeps time only', () => {
    const bytes = edfSample({ records: [[tal('+0', null, '')], [tal('+1', null)]], seconds: '1' });
    expect(read(bytes).annotations).toEqual([]);
  });

  it('may have decimal commas and empty durations, which is said', () => {
    const { annotations, warnings } = read(
      edfSample({ records: [[tal('+1,5', '2,25', 'a') + tal('+4', '', 'b')]] }),
    );
    expect(annotations).toEqual([
      { onset: 1.5, duration: 2.25, text: 'a' },
      { onset: 4, duration: null, text: 'b' },
    ]);
    expect(warnings.map(({ why }) => why)).toEqual([
      'the number has a decimal comma, which is read as a point',
      'the duration is announced and empty, which is read as none',
    ]);
  });

  it('have a length only where data records have a duration', () => {
    expect(read(edfSample({ records: [[tal('+0', '9', 'a')]] })).length).toBeNull();
    expect(read(edfSample({ records: [[tal('+0', '9', 'a')]], seconds: '0.5' })).length).toBe(0.5);
  });
});

describe('the start', () => {
  it.each([
    [['24.04.89', '16.13.00'], 'Startdate 24-APR-1989', true],
    [['24.04.89', '16.13.00'], 'Startdate X X X X', true],
    [['29.02.84', '16.13.00'], '', true],
    [['29.02.00', '23.59.59'], '', true],
    [['29.02.00', '23.59.59'], 'Startdate 29-feb-1900 X', false],
    [['30.02.00', '23.59.59'], '', false],
    [['29.02.00', '24.00.00'], '', false],
    [['29-02-00', '23.59.59'], '', false],
  ] as [[string, string], string, boolean][])('%j with %j is one: %j', (start, recording, expected) => {
    const result = read(edfSample({ records: [[tal('+0', null, '')]], start, recording }));
    expect(result.warnings).toHaveLength(expected ? 0 : 1);
  });
});

describe('the size of the file', () => {
  const records = [[tal('+0', '1', 'a')], [tal('+1', '1', 'b')], [tal('+2', '1', 'c')]];
  const whole = edfSample({ records, seconds: '1' });

  it('counts the data records where the recording was never closed', () => {
    const { annotations, warnings, length } = read(
      edfSample({ records, seconds: '1', claims: { records: '-1' } }),
    );
    expect(annotations.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(length).toBe(3);
    expect(warnings.map(({ why }) => why)).toEqual([
      'the recording was never closed: its data records are counted by the size of the file',
    ]);
  });

  it.each([
    ['cut within a list', whole.subarray(0, whole.length - 3), 'cut off'],
    ['cut after a data record', whole.subarray(0, whole.length - 8), 'cut off'],
    ['cut after the header', whole.subarray(0, 512), 'cut off'],
    ['promised more', edfSample({ records, claims: { records: '99999999' } }), 'cut off'],
    ['promised less', edfSample({ records, claims: { records: '2' } }), 'goes on after'],
    ['promised none', edfSample({ records, claims: { records: '0' } }), 'goes on after'],
  ])('that is not as promised is refused: %s', (_, bytes, why) => {
    expect(whys(bytes)).toEqual([expect.stringContaining(why)]);
  });
});

describe('refused is', () => {
  const bare = [[tal('+0', null, '')]];
  it.each([
    ['an empty file', new Uint8Array(0), 'not an EDF file'],
    ['a text', new TextEncoder().encode('record,time,state\n'.repeat(50)), 'not an EDF file'],
    ['a BDF file', Uint8Array.from([0xff, ...new TextEncoder().encode('BIOSEMI')]), 'BDF'],
    ['a short file', edfSample({ records: bare }).subarray(0, 200), 'within its header'],
    ['a header cut off', edfSample({ records: bare }).subarray(0, 400), 'within its header'],
    ['a version', edfSample({ records: bare, claims: { version: '1' } }), 'not an EDF file'],
    [
      'a number of records',
      edfSample({ records: bare, claims: { records: 'many' } }),
      'number of data records',
    ],
    ['a number below -1', edfSample({ records: bare, claims: { records: '-2' } }), 'number of data records'],
    ['a number of signals', edfSample({ records: bare, claims: { signals: '0' } }), 'number of signals'],
    ['more signals', edfSample({ records: bare, claims: { signals: '9999' } }), "header's size"],
    ['a header size', edfSample({ records: bare, claims: { headerBytes: '768' } }), "header's size"],
    ['a duration of records', edfSample({ records: bare, seconds: '-1' }), 'duration of a data record'],
    ['an onset without sign', edfSample({ records: [[tal('1', null, 'a')]] }), 'onset'],
    ['an onset that is none', edfSample({ records: [[tal('+x', null, 'a')]] }), 'onset'],
    ['an onset beyond numbers', edfSample({ records: [[tal(`+${'9'.repeat(400)}`, null, 'a')]] }), 'onset'],
    ['a negative duration', edfSample({ records: [[tal('+1', '-1', 'a')]] }), 'duration'],
    ['a list without end', edfSample({ records: [['+1\x14text\0']] }), 'does not end'],
    ['a list of nothing', edfSample({ records: [['text\0']] }), 'does not end'],
    ['a text in Latin-1', edfSample({ records: [[Uint8Array.of(0x2b, 0x31, 20, 0xe4, 20, 0)]] }), 'UTF-8'],
  ])('%s', (_, bytes, why) => {
    expect(whys(bytes)).toEqual([expect.stringContaining(why)]);
  });

  it('a file without annotations', () => {
    const bytes = edfSample({ records: [[tal('+0', null, '')]] });
    bytes.set(new TextEncoder().encode('EEG            '), 256);
    expect(whys(bytes)).toEqual(['the file has no annotations']);
  });

  it('every problem at once, up to twenty, the others counted', () => {
    const bytes = edfSample({ records: [[tal('1', null, 'a').repeat(50)]] });
    const result = parseEdfAnnotations(bytes);
    expect(result.ok || result.problems).toHaveLength(21);
    expect(result.ok || result.problems.at(-1)!.value).toBe('30 more');
  });

  it('said by its byte', () => {
    const result = parseEdfAnnotations(edfSample({ records: [[tal('+1', 'x', 'a')]] }));
    expect(result.ok || result.problems[0]).toEqual({
      byte: 512 + 3,
      value: 'x',
      why: 'this duration cannot be used',
      accepted: 'seconds without a sign, as in 30 or 0.5',
    });
  });
});

it('takes time that grows with the bytes alone, whatever they hold', () => {
  // Searching the end of each list through the rest of the file would take its square.
  const lists = new TextEncoder().encode('+\0'.repeat(400_000));
  const begin = performance.now();
  expect(whys(edfSample({ records: [[lists]] }))).toHaveLength(21);
  expect(performance.now() - begin).toBeLessThan(60_000);
});
