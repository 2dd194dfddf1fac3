import { expect, it } from 'vitest';
import { sameQuestion } from './same-question.ts';

const STUDY = {
  title: 'A',
  time: { horizon: 10 },
  protocols: { a: { at: 1 }, b: { at: 2 } },
  catalogue: [{ at: 1 }],
};

it('is asked again for another content, not for another title or order of fields', () => {
  const { title: _, protocols, ...rest } = STUDY;
  expect(sameQuestion(STUDY, { protocols, ...rest, title: 'B' }, false)).toBe(true);
  expect(sameQuestion(STUDY, { protocols, ...rest }, false)).toBe(true);
  expect(sameQuestion(STUDY, { ...STUDY, time: { horizon: 11 } }, false)).toBe(false);
  expect(sameQuestion(STUDY, undefined, false)).toBe(false);
});

it('is not asked again for protocols that were added, where they are only compared', () => {
  const more = { ...STUDY, protocols: { ...STUDY.protocols, best: { at: 3 } } };
  expect(sameQuestion(STUDY, more, true)).toBe(true);
  expect(sameQuestion(STUDY, more, false)).toBe(false);
  expect(sameQuestion({ ...STUDY, protocols: undefined }, more, true)).toBe(true);
  expect(sameQuestion(STUDY, { ...STUDY, protocols: { a: { at: 1 } } }, true)).toBe(false);
  expect(sameQuestion(STUDY, { ...more, protocols: { ...more.protocols, a: { at: 5 } } }, true)).toBe(false);
  expect(sameQuestion(STUDY, { ...more, catalogue: [{ at: 2 }] }, true)).toBe(false);
});
