import { expect, it } from 'vitest';
import { parseWfdbHeader } from './header.ts';

it.each([
  ['00 2 128 9661440  9:30:00 31/01/2003', 128, 9661440],
  ['# made by hand\r\n\r\n100s 1 360.5\r\n100s.dat 212', 360.5, null],
  ['multi/3 2 250/125(0) 1000', 250, 1000],
  ['a 0 1e3 0', 1000, null],
])('reads %j', (text, samplingFrequency, samples) => {
  const header = { samplingFrequency, samples };
  expect(parseWfdbHeader(text)).toEqual({ ok: true, header, warnings: [] });
});

it('says that a missing frequency means 250', () => {
  const result = parseWfdbHeader('a 2');
  expect(result.ok && result.header.samplingFrequency).toBe(250);
  expect(result.ok && result.warnings).toHaveLength(1);
});

it.each([
  ['', ['no record line']],
  ['# only\n# comments', ['no record line']],
  ['record,time,state', ['not the header']],
  ['a', ['number of signals']],
  ['a two 128 9', ['number of signals']],
  ['a 2 fast long', ['sampling frequency', 'number of samples']],
  ['a 2 0 9', ['sampling frequency']],
  ['a 2 1e999 9', ['sampling frequency']],
  ['a 2 128 -9', ['number of samples']],
])('refuses %j', (text, whys) => {
  const result = parseWfdbHeader(text);
  expect(result.ok ? [] : result.problems.map(({ why }) => why)).toEqual(
    whys.map((why) => expect.stringContaining(why)),
  );
});
