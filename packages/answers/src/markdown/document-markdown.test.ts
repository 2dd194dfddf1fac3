import { expect, it } from 'vitest';
import { between, documentOf, facts, fixed, number, section, table, text } from '../document/parts.ts';
import { documentMarkdown } from './document-markdown.ts';

const HEAD = { command: 'value', title: 'A | title', study: 'study.yaml', warnings: [], repairs: [] };

it('has the verdict first, tables with their alignment, and what it rests on', () => {
  const document = documentOf(HEAD, {
    verdict: ['‘a’ is best: `sightline value` says so.'],
    sections: section('values', 'Values', [
      table(
        'values',
        'Estimates',
        [text('protocol'), number('value'), number('interval'), text('')],
        [
          [
            'a',
            fixed(0.5, 3, { lowerBound: true }),
            between(-0.1, 0.7),
            { bar: { low: 0, high: 0.7, at: 0.5 } },
          ],
          { key: 'b', cells: ['b', fixed(0.25, 3), null, null], below: 'best: at 3' },
        ],
      ),
    ]),
    basis: facts(['target', 'mean']),
  });
  expect(documentMarkdown(document)).toBe(`# A \\| title

\`study.yaml\`

‘a’ is best: \`sightline value\` says so.

## Values

Estimates:

| protocol | value | interval |
| --- | --: | --: |
| a | ≥\u00a00.500 | −0.100 … 0.700 |
| b (best: at 3) | 0.250 |  |

## What this rests on

- **target**: mean
`);
});

it('shows names that would be markup as they are', () => {
  const verdict = (sentence: string) =>
    documentMarkdown(documentOf(HEAD, { verdict: [sentence] }))
      .split('\n\n')[2]!
      .trim();
  expect(verdict('‘<img src=x> *b* _c_ [d](e) #f’')).toBe(
    '‘\\<img src=x\\> \\*b\\* \\_c\\_ \\[d\\](e) \\#f’',
  );
  expect(verdict('‘one ` alone <b>’')).toBe('‘one \\` alone \\<b\\>’');
  expect(verdict('‘line\nbreak\u001b[31m’')).toBe('‘line break \\[31m’');
});
