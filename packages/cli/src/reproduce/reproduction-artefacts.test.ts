import { expect, it } from 'vitest';
import { memoryPieceStore } from '../../test/memory-piece-store.ts';
import { runInMemory } from '../memory-io.ts';

it('writes the page, and each figure as SVG and PNG', async () => {
  const { code, saved, drawn } = await runInMemory(
    ['reproduce', 'figure-1', '--out', 'paper'],
    {},
    {},
    {
      pieces: () => memoryPieceStore(),
    },
  );
  expect(code).toBe(0);
  expect(saved['paper/index.html']).toContain('10 agree');
  expect(saved['paper/figure-1.svg']).toMatch(/^<svg /);
  expect(Object.keys(drawn)).toEqual(['paper/figure-1.png']);
  // The width in a PNG's header: two pixels to one of the picture.
  const width = Number(/width="(\d+)"/.exec(saved['paper/figure-1.svg']!)![1]);
  const bytes = drawn['paper/figure-1.png']!;
  expect(new DataView(bytes.buffer, bytes.byteOffset).getUint32(16)).toBe(2 * width);
});
