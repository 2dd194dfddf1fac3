import type { Edited } from './edit-marks.ts';
import { fileName } from './named-files.ts';
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
    said: `${file} is forgotten, and the study no longer names it. Undo brings both back.`,
  };
}

/** A text that looks for its data in its own folder, where they are one of these files. */
export function dataBeside(text: string, files: readonly string[]): string {
  const data = files.find((file) => file.includes('/') && file === calibrationOf(text)?.data);
  return data === undefined ? text : setValue(text, ['calibration', 'data'], fileName(data));
}

const calibrationOf = (text: string) => (contentOf(text) as { calibration?: { data?: unknown } }).calibration;
