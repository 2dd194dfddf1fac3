import { lawKind, type StudyFile } from '@sightline/study';

/** What a level of the target is in: standard deviations, or the unit of the data by the study's own word for it. */
export function unitOfLevels(study: Partial<StudyFile>): string {
  return lawKind({ intended: study, parts: study }).unit === 'sd' ? 'SD' : (study.words?.value ?? '');
}

/** What the noise of a reading is in: a variance has the square of the data's unit; that of a logarithm has none. */
export function unitOfNoise(study: Partial<StudyFile>): string {
  const unit = unitOfLevels(study);
  const isLog = study.latent?.transform !== undefined || study.calibration?.transform !== undefined;
  return unit === '' || unit === 'SD' || isLog ? '' : `${unit}²`;
}
