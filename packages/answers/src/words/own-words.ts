import type { SampleCounts, StudyWords } from '@sightline/study';

/*
 * A study may call units patients and readings finger pricks. Documents are written in the words of the glossary; here, and
 * nowhere else, they are put into the study's own.
 */

type Forms = readonly [singular: string, plural: string];
type Word = NonNullable<StudyWords['unit']>;

/** Singular and plural: as given, or by the rules that most English words keep. */
export function formsOf(word: Word): Forms {
  if (typeof word !== 'string') return word;
  if (/[^aeiou]y$/i.test(word)) return [word, `${word.slice(0, -1)}ies`];
  return [word, /(?:s|x|z|ch|sh)$/i.test(word) ? `${word}es` : `${word}s`];
}

/** The words of an answer. Where days are what is independent, they are what it counts, whatever the study calls its units. */
export function wordsOf(result: {
  words?: StudyWords;
  independent?: SampleCounts['independent'];
}): StudyWords | undefined {
  return result.independent === 'day' ? { ...result.words, unit: 'day' } : result.words;
}

/** How one text is put: names in quotation marks and `code` stay. */
export function inOwnWords({ unit, reading }: StudyWords): (text: string) => string {
  const rules = [
    ...(unit === undefined ? [] : [{ word: UNIT, forms: formsOf(unit) }]),
    ...(reading === undefined ? [] : [{ word: READING, forms: formsOf(reading) }]),
  ];
  return (text) =>
    text.replace(KEPT, (whole, kept: string | undefined, own: string) => {
      if (kept !== undefined) return whole;
      return rules.reduce((put, { word, forms }) => put.replace(word, substituted(forms)), own);
    });
}

/** What stands between quotation marks or backquotes, or else all up to there. */
const KEPT = /(‘[^’]*’|"[^"]*"|`[^`]*`)|([^‘"`]+|[‘"`])/gu;
/** A unit of measurement is another thing: the unit of the data, units of time, in other units. */
const UNIT =
  /(?<!\b(?:standardised|smaller|other|same|their|its) )\b(an? )?(unit)(s?)\b(?! of (?:the )?(?:data|target|time|measurement|horizon|steepest))/giu;
const READING = /\b(an? )?(reading)(s?)\b/giu;

const substituted =
  ([singular, plural]: Forms) =>
  (_: string, article: string | undefined, found: string, many: string): string => {
    const word = many ? plural : singular;
    const put = /^\p{Lu}/u.test(found) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
    if (article === undefined) return put;
    const fitting = /^[aeiou]/i.test(word) ? 'an ' : 'a ';
    return (/^A/.test(article) ? fitting.charAt(0).toUpperCase() + fitting.slice(1) : fitting) + put;
  };
