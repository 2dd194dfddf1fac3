import type { Picture } from '../pictures/draw.ts';
import { inOwnWords, wordsOf } from '../words/own-words.ts';
import type { AnswerDocument, Block, Fact } from './document.ts';

/** Pictures with an axis that counts units. */
const COUNTING: readonly Picture['name'][] = ['units', 'stability', 'sweep'];

function pictureInOwnWords(picture: Picture, put: (text: string) => string): Picture {
  return COUNTING.includes(picture.name)
    ? ({ ...picture, of: { ...picture.of, counts: put('units') } } as Picture)
    : picture;
}

/** The document of a result in the words of its study. Names, in cells and titles, are the study's already. */
export function documentInOwnWords(
  document: AnswerDocument,
  result: Parameters<typeof wordsOf>[0],
): AnswerDocument {
  const words = wordsOf(result);
  if (words?.unit === undefined && words?.reading === undefined) return document;
  const put = inOwnWords(words);
  const all = (texts: readonly string[]) => texts.map(put);
  const facts = (own: readonly Fact[]) =>
    own.map((fact) => ({ ...fact, label: put(fact.label), text: put(fact.text) }));
  const block = (own: Block): Block => {
    if (own.kind === 'text') return { ...own, sentences: all(own.sentences) };
    if (own.kind === 'facts') return { ...own, facts: facts(own.facts) };
    if (own.kind === 'picture')
      return { ...own, caption: put(own.caption), picture: pictureInOwnWords(own.picture, put) };
    const { table } = own;
    const columns = table.columns.map((column) => ({ ...column, name: put(column.name) }));
    return { ...own, table: { ...table, caption: put(table.caption), columns } };
  };
  return {
    ...document,
    lead: all(document.lead),
    ...(document.recommendation && { recommendation: all(document.recommendation) }),
    verdict: all(document.verdict),
    ...(document.parts && {
      parts: document.parts.map((part) => ({
        ...part,
        question: put(part.question),
        meaning: put(part.meaning),
        sentences: all(part.sentences),
      })),
    }),
    cautions: facts(document.cautions),
    sections: document.sections.map((own) => ({
      ...own,
      heading: put(own.heading),
      blocks: own.blocks.map(block),
    })),
    basis: facts(document.basis),
    warnings: all(document.warnings),
    repairs: all(document.repairs),
    methods: all(document.methods),
    next: facts(document.next),
  };
}
