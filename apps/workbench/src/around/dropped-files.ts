import { openTab } from '../state/open-tab.ts';
import { waitingData } from '../state/waiting-data.ts';
import { holdFile, open, parsed, said } from '../state/workbench.ts';

const STUDY = /\.(ya?ml|json)$/i;

/** Takes a file in: a study is opened, data wait for what is to be said of their noise. Nothing is sent anywhere. */
export async function takeFile(file: File): Promise<void> {
  if (STUDY.test(file.name)) {
    open(await file.text(), file.name, new Map(), `${file.name} is open.`);
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { calibration, latent, benchmark } = parsed.value.parts;
  openTab.value = 'told-apart';
  // A file that the study names already is only what was missing.
  if ([calibration?.data, latent?.covariance, benchmark?.data].includes(file.name)) {
    holdFile(file.name, bytes);
    said.value = `${file.name} is here: the study names it.`;
    return;
  }
  waitingData.value = { name: file.name, bytes };
  said.value = `${file.name} is here. Say in Told apart? how noisy its values are, and the study reads it.`;
}

/** Files may be dropped anywhere. */
export function acceptDrops(): void {
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    for (const file of event.dataTransfer?.files ?? []) void takeFile(file);
  });
}
