import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fadingWord, STANDS } from './fading-word.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('lets a message stand for its time, and a later one for its own', () => {
  const word = signal('');
  const end = fadingWord(word);
  word.value = 'Undone.';
  vi.advanceTimersByTime(STANDS - 1);
  expect(word.value).toBe('Undone.');
  word.value = 'Done again.';
  vi.advanceTimersByTime(STANDS - 1);
  expect(word.value).toBe('Done again.');
  vi.advanceTimersByTime(1);
  expect(word.value).toBe('');
  expect(vi.getTimerCount()).toBe(0);
  end();
});
