import { expect, it } from 'vitest';
import { panelsPicture } from './panel.ts';

const panel = (title: string, width: number, height: number) => ({ title, width, height, parts: [] });

it('puts panels into rows that do not touch', () => {
  const panels = [panel('a', 100, 50), panel('b', 120, 80), panel('c', 110, 40)];
  const svg = panelsPicture('all', panels);
  const [, width, height] = /viewBox="0 0 (\S+) (\S+)"/.exec(svg)!.map(Number);
  const corners = [...svg.matchAll(/translate\((\S+),(\S+)\)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(corners).toHaveLength(3);
  const boxes = corners.map(([x, y], k) => ({
    left: x!,
    top: y!,
    right: x! + panels[k]!.width,
    bottom: y! + panels[k]!.height,
  }));
  expect(boxes[1]!.left).toBeGreaterThan(boxes[0]!.right);
  expect(boxes[1]!.left).toBeGreaterThan(boxes[2]!.right);
  expect(boxes[2]!.top).toBeGreaterThan(boxes[1]!.bottom);
  for (const box of boxes) {
    expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(width!);
    expect(box.bottom).toBeLessThanOrEqual(height!);
  }
});
