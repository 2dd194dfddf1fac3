import { describe, expect, it } from 'vitest';
import { setRule, setStanding, standingOf } from './edit-choice.ts';
import { contentOf } from './study-edit.ts';

const TEXT = `sightline: 1
catalogue:
  - { at: [1, 2, 3, 4] }
# What may be chosen.
choose: { exactly: 2 } # of four
`;
const chooseOf = (text: string) => (contentOf(text) as { choose?: object }).choose;

describe('rules of a choice', () => {
  it('are set and taken out, and the rest of the text stays', () => {
    const both = setRule(TEXT, 'budget', 3.5).text;
    expect(both).toBe(TEXT.replace('{ exactly: 2 }', '{ exactly: 2, budget: 3.5 }'));
    expect(setRule(both, 'budget', undefined).text).toBe(TEXT);
    expect(setRule(TEXT, 'spacing', undefined).text).toBe(TEXT);
  });

  it('take `choose` with them when the last one goes, and bring it back', () => {
    const none = setRule(TEXT, 'exactly', undefined).text;
    expect(contentOf(none)).toEqual({ sightline: 1, catalogue: [{ at: [1, 2, 3, 4] }] });
    expect(chooseOf(setRule(none, 'budget', 2).text)).toEqual({ budget: 2 });
  });
});

describe('an action', () => {
  it('is required, forbidden or free, and one of these only', () => {
    const required = setStanding(setStanding(TEXT, 3, 'required').text, 1, 'required').text;
    expect(chooseOf(required)).toEqual({ exactly: 2, required: [1, 3] });
    const turned = setStanding(required, 3, 'forbidden').text;
    expect(chooseOf(turned)).toEqual({ exactly: 2, required: [1], forbidden: [3] });
    const choose = chooseOf(turned) as Parameters<typeof standingOf>[0];
    expect([0, 1, 3].map((action) => standingOf(choose, action))).toEqual(['free', 'required', 'forbidden']);
    const free = setStanding(setStanding(turned, 3, 'free').text, 1, 'free').text;
    expect(free).toBe(TEXT);
  });
});
