import { STEPS } from '@sightline/study';
import { expect, it } from 'vitest';
import { PANELS } from './panel-list.ts';

/** Values follow the study by themselves; fits and trials are no part of the page yet. */
const NOT_IN_PANELS = ['fit', 'value', 'trial'];

it('asks every question in one panel, in their order', () => {
  const asked = PANELS.flatMap(({ asks }) => asks.map(({ command }) => command));
  expect(asked).toEqual(STEPS.filter((step) => !NOT_IN_PANELS.includes(step)));
});

it('names every panel and what it asks', () => {
  expect(new Set(PANELS.map(({ name }) => name)).size).toBe(PANELS.length);
  for (const { title, question, asks } of PANELS) {
    expect(title).toMatch(/\?$/);
    expect(question).toMatch(/\?$/);
    expect(asks.every(({ words }) => words.length > 0)).toBe(true);
  }
});
