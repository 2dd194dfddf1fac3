import { describe, expect, it } from 'vitest';
import { GOOD, HEAD, LONG, problemsOf, times } from '../../test/dense-fixtures.ts';
import { parseDenseCsv } from './parse.ts';

describe('a file that can be used', () => {
  it.each([
    ['as it should be', GOOD],
    ['long', LONG],
    ['CRLF', GOOD.replaceAll('\n', '\r\n')],
    ['CR', GOOD.replaceAll('\n', '\r')],
    ['line ends of two kinds', GOOD.replace('\n', '\r\n')],
    ['a BOM', `\ufeff${GOOD}`],
    ['blank lines', `\n${GOOD.replaceAll('\n', '\n\n')} \n`],
    ['quotes', GOOD.replace(/[^,\n]+/g, '"$&"')],
    ['spaces', GOOD.replaceAll(',', ' , ')],
    ['no line end', GOOD.trimEnd()],
    ['columns in another order', 'unit,2.5,0.5,1.5\na,3,1,2\nb,5,4,6\n'],
    ['units last', '0.5,1.5,2.5,unit\n1,2,3,a\n4,6,5,b\n'],
    ['numbers as people write them', `${HEAD}a,+1,2.,30e-1\nb,4.0,.6E1,5\n`],
  ])('%s', async (_what, text) => {
    expect(await problemsOf(text)).toEqual([]);
    const read = parseDenseCsv(text, { times });
    expect(read.ok && [...read.data.values.data]).toEqual([1, 2, 3, 4, 6, 5]);
    expect(read.ok && read.data.units).toEqual(['a', 'b']);
  });

  it.each(['1', '007', 'a b', 'Ärzte №5', '💤', 'NA', 'a"b', "o'clock"])(
    'has units such as %s',
    async (name) => {
      const text = `${HEAD}"${name.replaceAll('"', '""')}",1,2,3\nother,4,6,5\n`;
      expect(await problemsOf(text)).toEqual([]);
      const read = parseDenseCsv(text, { times });
      expect(read.ok && read.data.units).toEqual([name, 'other']);
    },
  );
});
