import { lawKind, type StudyFile } from '@sightline/study';

/** What a level of the target is in: standard deviations, or the unit of the data by the study's own word for it. */
export function unitOfLevels(study: Partial<StudyFile>): string {
  return lawKind({ intended: study, parts: study }).unit === 'sd' ? 'SD' : (study.words?.value ?? '');
}
