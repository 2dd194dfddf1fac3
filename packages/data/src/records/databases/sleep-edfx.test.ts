import { expect, it } from 'vitest';
import { edfSample, hypnogramSample, tal } from '../../../test/edf-sample.ts';
import { xlsOf } from '../../../test/xls-sample.ts';
import type { RecordFolder } from '../record-folder.ts';
import { sleepEdfx } from './sleep-edfx.ts';

const subjects = xlsOf([
  ['Subject - age - sex', null, null, 'Placebo night', null, 'Temazepam night'],
  ['Nr', 'Age', 'M1/F2', 'night nr', 'lights off', 'night nr', 'lights off'],
  [1, 60, 1, 1, 0.95, 2, 0.99],
  [2, 35, 2, 2, 0.97, 1, 0],
]);
const night = hypnogramSample([
  ['Sleep stage W', 60],
  ['Sleep stage 1', 30],
  ['Movement time', 30],
  ['Sleep stage ?', 90],
]);

function folderOf(files: Record<string, Uint8Array>): RecordFolder {
  return {
    list: async () => Object.keys(files),
    read: async (path) => files[path] ?? Promise.reject(new Error('gone')),
  };
}

it('reads nights with their subjects and whether temazepam was given', async () => {
  const found = await sleepEdfx.read(
    folderOf({
      'ST-subjects.xls': subjects,
      'sleep-telemetry/ST7011JP-Hypnogram.edf': night,
      'sleep-telemetry/ST7021JM-Hypnogram.edf': hypnogramSample([['Sleep stage R', 30]], 600),
      'sleep-telemetry/ST7021J0-PSG.edf': new Uint8Array(0),
      'sleep-cassette/SC4122EC-Hypnogram.edf': night,
    }),
  );
  const intervals = [
    { from: 0, to: 60, state: 'Sleep stage W' },
    { from: 60, to: 90, state: 'Sleep stage 1' },
    { from: 90, to: 120, state: 'Movement time' },
    { from: 120, to: 210, state: 'Sleep stage ?' },
  ];
  const late = [{ from: 600, to: 630, state: 'Sleep stage R' }];
  const length = null;
  expect(found).toEqual({
    records: [
      { record: 'SC4122', unit: 'SC12', stratum: 'SC', covariates: { temazepam: 0 }, intervals, length },
      { record: 'ST7011', unit: 'ST01', stratum: 'ST', covariates: { temazepam: 0 }, intervals, length },
      {
        record: 'ST7021',
        unit: 'ST02',
        stratum: 'ST',
        covariates: { temazepam: 1 },
        intervals: late,
        length,
      },
    ],
    skipped: [],
    notes: [],
  });
});

it('works from the folder that a recursive download makes', async () => {
  const { records, skipped } = await sleepEdfx.read(
    folderOf({
      'files/sleep-edfx/1.0.0/ST-subjects.xls': subjects,
      'files/sleep-edfx/1.0.0/sleep-telemetry/ST7012JP-Hypnogram.edf': night,
    }),
  );
  expect(skipped).toEqual([]);
  expect(records).toMatchObject([{ record: 'ST7012', covariates: { temazepam: 1 } }]);
});

it('lists every file that it cannot use, with the reason', async () => {
  const odd = (...lists: string[]) => edfSample({ records: [[lists.join('')]] });
  const found = await sleepEdfx.read(
    folderOf({
      'ST-subjects.xls': subjects,
      'lost-Hypnogram.edf': night,
      'sleep-cassette/SC4001EC-Hypnogram.edf': night,
      'sleep-cassette/SC4001EX-Hypnogram.edf': night,
      'sleep-cassette/SC4011EC-Hypnogram.edf': night.subarray(0, night.length - 5),
      'sleep-cassette/SC4021EC-Hypnogram.edf': odd(tal('+0', '30', 'Lights off')),
      'sleep-cassette/SC4031EC-Hypnogram.edf': odd(tal('+0', null, 'Sleep stage W')),
      'sleep-cassette/SC4041EC-Hypnogram.edf': odd(tal('-30', '30', 'Sleep stage W')),
      'sleep-cassette/SC4051EC-Hypnogram.edf': odd(
        tal('+0', '60', 'Sleep stage W'),
        tal('+30', '60', 'Sleep stage R'),
      ),
      'sleep-cassette/SC4061EC-Hypnogram.edf': odd(tal('+0', null, '')),
      'sleep-cassette/my-Hypnogram.edf': night,
      'sleep-telemetry/ST7013JP-Hypnogram.edf': night,
      'sleep-telemetry/ST7991JP-Hypnogram.edf': night,
    }),
  );
  expect(found.records.map(({ record }) => record)).toEqual(['SC4001']);
  expect(Object.fromEntries(found.skipped.map(({ file, why }) => [file.replace(/^.*\//, ''), why]))).toEqual({
    'lost-Hypnogram.edf': expect.stringContaining('neither in sleep-cassette/'),
    'SC4001EX-Hypnogram.edf': 'the record SC4001 was read from sleep-cassette/SC4001EC-Hypnogram.edf already',
    'SC4011EC-Hypnogram.edf': expect.stringContaining('the file is cut off'),
    'SC4021EC-Hypnogram.edf': expect.stringContaining('"Lights off" at 0 s is not a sleep stage'),
    'SC4031EC-Hypnogram.edf': expect.stringContaining('has no duration'),
    'SC4041EC-Hypnogram.edf': expect.stringContaining('begins before the record'),
    'SC4051EC-Hypnogram.edf': expect.stringContaining('overlap'),
    'SC4061EC-Hypnogram.edf': 'it has no annotations',
    'my-Hypnogram.edf': expect.stringContaining('does not tell subject and night'),
    'ST7013JP-Hypnogram.edf': expect.stringContaining(
      'nights 1 (placebo) and 2 (temazepam) for subject 1, not 3',
    ),
    'ST7991JP-Hypnogram.edf': expect.stringContaining('subject 99 is not in ST-subjects.xls'),
  });
});

it.each([
  ['is missing', undefined, 'there is no such file'],
  ['is no table', new TextEncoder().encode('Nr,Age'), 'not an Excel file'],
  ['is another table', xlsOf([['subject', 'night']]), 'first row is not that'],
  [
    'has a bad row',
    xlsOf([['', null, null, 'Placebo', null, 'Temazepam'], [], ['x']]),
    'row 3 does not give',
  ],
])('leaves telemetry nights out where the table of subjects %s', async (_, table, why) => {
  const { records, skipped } = await sleepEdfx.read(
    folderOf({
      ...(table ? { 'ST-subjects.xls': table } : {}),
      'sleep-cassette/SC4001EC-Hypnogram.edf': night,
      'sleep-telemetry/ST7011JP-Hypnogram.edf': night,
      'sleep-telemetry/ST7012JP-Hypnogram.edf': night,
    }),
  );
  expect(records.map(({ record }) => record)).toEqual(['SC4001']);
  expect(skipped.map(({ file }) => file)).toEqual([
    'ST-subjects.xls',
    'sleep-telemetry/ST7011JP-Hypnogram.edf',
    'sleep-telemetry/ST7012JP-Hypnogram.edf',
  ]);
  expect(skipped[0]!.why).toContain(why);
});

it('says that a folder has no hypnograms', async () => {
  const { records, skipped } = await sleepEdfx.read(folderOf({ 'a.txt': night }));
  expect(records).toEqual([]);
  expect(skipped).toEqual([
    { file: '*Hypnogram.edf', why: expect.stringContaining('there are no such files') },
  ]);
});
