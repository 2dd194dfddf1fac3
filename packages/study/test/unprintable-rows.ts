// Rows of the tables of bad input and bad data that would not fit into a table.
import { expect } from 'vitest';
import type { Row as DataRow } from './bad-data-fixtures.ts';
import { FROM_FILE, GOOD, type Row as InputRow, KERNEL } from './bad-input-fixtures.ts';
import { DENSE_FILES, denseStudy } from './dense-fixtures.ts';

/** Studies that are too long for a line, and covariances that are not text. */
export const UNPRINTABLE_INPUT: InputRow[] = [
  {
    command: 'value',
    what: 'nested too deeply',
    files: { 'study.yaml': GOOD.replace('mean', '['.repeat(20_000)) },
    place: 'study.yaml:3:39',
    path: '',
    value: expect.stringMatching(/^target: \[+$/),
    why: 'nested too deeply',
    accepted: 'at most 30 levels',
  },
  {
    command: 'value',
    what: 'a covariance file that is not text',
    files: { 'study.yaml': GOOD.replace(KERNEL, FROM_FILE), 'cov.csv': new Uint8Array([0xff, 0xfe, 0]) },
    place: 'study.yaml:6:15',
    path: 'latent.covariance',
    value: 'cov.csv',
    why: 'not text in UTF-8',
    accepted: 'saved as UTF-8',
  },
  {
    command: 'value',
    what: 'an Excel file for the covariance',
    files: {
      'study.yaml': GOOD.replace(KERNEL, FROM_FILE),
      'cov.csv': new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0, 0xff]),
    },
    place: 'study.yaml:6:15',
    path: 'latent.covariance',
    value: 'cov.csv',
    why: 'this is an Excel file',
    accepted: 'export an Excel sheet as CSV',
  },
  {
    command: 'value',
    what: 'a law under which the target does not vary',
    files: {
      'study.yaml': GOOD.replace(KERNEL, FROM_FILE).replace('points: 4', 'points: 2'),
      'cov.csv': '1,-1\n-1,1\n',
    },
    place: 'study.yaml:3:9',
    path: 'target',
    value: 0,
    why: 'does not vary under this law',
    accepted: 'a variance above 0',
  },
];

const bytes = (text: string) => new TextEncoder().encode(text);
const PARQUET = '{ data: dense.parquet, noise: 0.1 }';

/** Data that are not text. */
export const UNPRINTABLE_DATA: DataRow[] = [
  {
    what: 'an Excel file',
    files: { 'study.yaml': denseStudy(), 'dense.csv': new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0]) },
    place: 'study.yaml:7:22',
    path: 'calibration.data',
    value: 'dense.csv',
    why: 'this is an Excel file',
    accepted: 'export an Excel sheet as CSV',
  },
  {
    what: 'text that is not UTF-8',
    files: { 'study.yaml': denseStudy(), 'dense.csv': new Uint8Array([0x75, 0xff, 0xfe, 0]) },
    place: 'dense.csv:1:2',
    path: 'calibration.data',
    value: '0xFF',
    why: 'byte 2 of the file, after "u", is not text in UTF-8',
    accepted: 'text in UTF-8',
  },
  {
    what: 'text in UTF-16',
    files: { 'study.yaml': denseStudy(), 'dense.csv': new Uint8Array([0xff, 0xfe, 0x75, 0]) },
    place: 'dense.csv:1:1',
    path: 'calibration.data',
    value: 'FF FE',
    why: 'the file is text in UTF-16',
    accepted: 'text in UTF-8',
  },
  {
    what: 'a CSV that is called Parquet',
    files: { 'study.yaml': denseStudy(PARQUET), 'dense.parquet': bytes(DENSE_FILES['dense.csv']) },
    place: 'study.yaml:7:22',
    path: 'calibration.data',
    value: 'dense.parquet',
    why: 'the name says Parquet, but this is not a Parquet file',
    accepted: 'a Parquet file; or CSV',
  },
  {
    what: 'a Parquet file that is cut off',
    files: { 'study.yaml': denseStudy(PARQUET), 'dense.parquet': bytes('PAR1 and then nothing more') },
    place: 'study.yaml:7:22',
    path: 'calibration.data',
    value: 'dense.parquet',
    why: 'cut off: its end is missing',
    accepted: 'the whole file',
  },
  {
    what: 'a Parquet file that is broken inside',
    files: { 'study.yaml': denseStudy(PARQUET), 'dense.parquet': bytes('PAR1 nonsense\0\0\0\0PAR1') },
    place: 'study.yaml:7:22',
    path: 'calibration.data',
    value: 'dense.parquet',
    why: 'the Parquet file is broken',
    accepted: 'a Parquet file that can be read',
  },
];
