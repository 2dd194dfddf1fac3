import { expect, it } from 'vitest';
import { CHAPTER_LIST } from '../tour/chapters.ts';
import { CHAPTERS, chapterAddress, tourPlaceOf } from './tour-place.ts';

it('reads every chapter’s address', () => {
  expect(CHAPTER_LIST).toHaveLength(CHAPTERS);
  for (let chapter = 1; chapter <= CHAPTERS; chapter++)
    expect(tourPlaceOf(chapterAddress(chapter))).toEqual({ chapter });
  expect(tourPlaceOf('#tour')).toEqual({ chapter: 1 });
});

it('leaves other addresses to the workbench', () => {
  for (const fragment of ['', '#', '#timeline', '#study=1.abc', '#tourist', '#a-tour'])
    expect(tourPlaceOf(fragment)).toBeUndefined();
});

it('says which chapter there is not', () => {
  for (const missing of ['0', '8', '03x', '-1', '', '1e0', '99999999999999999999'])
    expect(tourPlaceOf(`#tour-${missing}`)).toEqual({ missing });
});
