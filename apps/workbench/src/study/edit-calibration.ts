import type { Edited } from './edit-marks.ts';
import { contentOf, removeValue, setValue } from './study-edit.ts';

/** The variance of the noise in dense data, or the column that tells replicates apart. */
export type DataNoise = number | { replicates: string };

/** Makes a file the study's dense data. How noisy they are is never assumed. */
export function setDenseData(text: string, file: string, noise: DataNoise): Edited {
  const { calibration } = contentOf(text) as { calibration?: object | null };
  const said = `The study reads ${file} now.`;
  if (!calibration) return { text: setValue(text, ['calibration'], { data: file, noise }), said };
  return {
    text: setValue(setValue(text, ['calibration', 'data'], file), ['calibration', 'noise'], noise),
    said,
  };
}

export function removeCalibration(text: string, file: string): Edited {
  return {
    text: removeValue(text, ['calibration']),
    said: `${file} is forgotten, and the study no longer names it. Undo brings its name back, not the data.`,
  };
}
