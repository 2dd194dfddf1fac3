import type { AnswerDocument } from '@sightline/answers';
import type { TidyTable } from '@sightline/answers/tables/tidy-table';
import type { Answers, Question, QuestionName } from '@sightline/study';

/** What a command asks of a study, and how its answer is shown. A file of this folder for each, loaded when it is asked. */
export interface Asked<Name extends QuestionName> {
  question: Question<Name, object, unknown, Answers[Name]>;
  document(result: Answers[Name]): AnswerDocument;
  /** What of an answer is a table, the one that it is about first. */
  tables: readonly TidyTable<Answers[Name]>[];
  /** What is asked in its place with a flag. */
  instead?: { [Other in QuestionName]: Asked<Other> }[QuestionName];
  /** What a solver left open. */
  undecided?(result: Answers[Name]): string | undefined;
  /** The pictures that an answer can be kept with. */
  pictures?: { what: string; of(result: Answers[Name]): Record<string, string> };
  /** What of an answer can be written as a file of its own. */
  kept?: { what: string; example: string; said: string; of(result: Answers[Name]): string };
}
