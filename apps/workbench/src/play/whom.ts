import { inOwnWords } from '@sightline/answers';
import { parsed } from '../state/workbench.ts';

/** Puts a text about units and their readings into the study's words; units are people where it has none. */
export const inTheirWords = (text: string): string =>
  inOwnWords({ unit: ['person', 'people'], ...parsed.value.parts.words })(text);
