import { answerOf, questionOf } from '@sightline/study';
import { expect, it } from 'vitest';
import { designDocument, documentMarkdown, documentText, identifyDocument } from '../src/index.ts';
import { drawPicture } from '../src/pictures/draw.ts';

const STUDY = `sightline: 1
time: { horizon: 12, points: 48, unit: h, start: "21:30" }
target: mean
latent: { kernel: { ou: { tau: 2 } } }
protocols:
  today: { at: "22:00", noise: 0.1 }
  late: { at: ["02:00", "07:30"], noise: 0.1 }
realised: today
catalogue: [{ at: { from: "22:00", to: "09:00", every: 1 }, noise: 0.1 }, { at: "06:00", width: 2, noise: 0.4 }]
choose: { exactly: 2, forbidden: [0, { from: "23:00", to: "02:00" }] }
`;
const read = async () => new TextEncoder().encode(STUDY);
const origin = { seed: 0, frontier: true, sensitivity: true };
const unwrapped = (text: string) => text.replace(/\s+/g, ' ');

it('a choice is told by the clock, wherever a time stands', async () => {
  const result = await answerOf(questionOf('design'), 'study.yaml', { read }, origin);
  expect(result.best).toMatchObject({ at: [4.5, 8.5], clock: ['02:00', '06:00'] });
  expect(result.grid).toMatchObject({
    start: 77400,
    reads: [{ at: 4.5, from: 4.25, to: 4.5 }, { at: 8.5 }],
  });
  const document = designDocument(result);
  const text = unwrapped(documentText(document));
  expect(text).toContain('Measure at 02:00 and 06:00: R²');
  expect(text).toContain('21:30 │');
  expect(text).toContain('│ 09:30');
  expect(text).toContain('at 22:00 forbidden; nothing from 23:00 to before 02:00');
  expect(text).toContain('over 12 h, from 21:30 to 09:30');
  expect(text).toContain('(02:00 reads 01:45 to 02:00, and 1 more likewise)');
  // No time of the night is told as so many hours since its beginning.
  const [choice] = document.sections;
  const table = choice!.blocks.flatMap((block) => (block.kind === 'table' ? [block.table] : []))[0]!;
  expect(table.columns[0]!.name).toBe('at');
  expect(table.rows.map(({ cells }) => (cells[0] as { text: string }).text)).toEqual(['02:00', '06:00']);
  for (const { blocks } of document.sections)
    for (const block of blocks) {
      if (block.kind !== 'picture' || block.picture.name === 'frontier') continue;
      for (const width of [320, 720]) {
        const svg = drawPicture(block.picture, width);
        expect(svg).toMatch(/>(22|00):00<.*>0[36]:00</s);
        expect(svg).not.toContain(' h<');
        expect(svg).not.toContain(' in h');
      }
    }
  expect(documentMarkdown(document)).toContain('02:00');
});

it('so is what separates two worlds', async () => {
  const result = await answerOf(questionOf('identify'), 'study.yaml', { read }, { seed: 0 });
  const { worldsDiffer } = result.alternatives.late!;
  expect(worldsDiffer!.times.every((time) => time >= 0 && time <= 12)).toBe(true);
  expect(unwrapped(documentText(identifyDocument(result)))).toMatch(
    /correlation between \d\d:\d\d:30 and \d\d:\d\d:30:/,
  );
});
