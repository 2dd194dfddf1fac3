import { besideStudy } from '@sightline/study';
import { openTab } from '../state/open-tab.ts';
import { apply, files, open, parsed, said, studyName, text } from '../state/workbench.ts';
import { plainPath } from '../study/memory-files.ts';
import { setValue } from '../study/study-edit.ts';

const STUDY = /\.(ya?ml|json)$/i;

/** Takes a file in: a study is opened, data become the study's dense data. Nothing is sent anywhere. */
export async function takeFile(file: File): Promise<void> {
  if (STUDY.test(file.name)) {
    open(await file.text(), file.name, new Map(), `${file.name} is open.`);
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { calibration, latent, benchmark } = parsed.value.parts;
  files.value = new Map(files.value).set(plainPath(besideStudy(studyName.value, file.name)), bytes);
  openTab.value = 'told-apart';
  // A file that the study names already is only what was missing.
  if ([calibration?.data, latent?.covariance, benchmark?.data].includes(file.name)) {
    said.value = `${file.name} is here: the study names it.`;
    return;
  }
  apply(() => ({
    text: calibration
      ? setValue(text.value, ['calibration', 'data'], file.name)
      : setValue(text.value, ['calibration'], { data: file.name, noise: 0 }),
    said: calibration
      ? `The study reads ${file.name} now.`
      : `The study reads ${file.name} now, as data without noise: say below what variance their noise has.`,
  }));
}

/** Files may be dropped anywhere. */
export function acceptDrops(): void {
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    for (const file of event.dataTransfer?.files ?? []) void takeFile(file);
  });
}
