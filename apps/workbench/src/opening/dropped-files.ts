import { batch } from '@preact/signals';
import { openQuestion } from '../state/open-question.ts';
import { waitingData } from '../state/waiting-data.ts';
import { holdFile, open, parsed, said } from '../state/workbench.ts';

const STUDY = /\.(ya?ml|json)$/i;

/** Takes files in, a study before its data, in whichever order they come: the study says what the data are. */
export async function takeFiles(files: Iterable<File>): Promise<void> {
  const all = [...files];
  const isStudy = ({ name }: File) => STUDY.test(name);
  for (const file of [...all.filter(isStudy), ...all.filter((one) => !isStudy(one))]) await takeFile(file);
}

/** Whether the study reads a file of this name. */
function isNamed(name: string): boolean {
  const { calibration, latent, benchmark } = parsed.value.parts;
  return [...[calibration?.data].flat(), latent?.covariance, benchmark?.data].includes(name);
}

/** Takes a file in: a study is opened, data wait for what is to be said of their noise. Nothing is sent anywhere. */
export async function takeFile(file: File): Promise<void> {
  if (STUDY.test(file.name)) {
    const text = await file.text();
    batch(() => {
      open(text, file.name, new Map(), `${file.name} is open.`);
      adoptWaiting();
    });
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  openQuestion.value = 'calibrate';
  // A file that the study names already is only what was missing.
  if (isNamed(file.name)) {
    holdFile(file.name, bytes);
    said.value = `${file.name} is here: the study names it.`;
    return;
  }
  waitingData.value = { name: file.name, bytes };
  said.value = `${file.name} is here. Say in Told apart? how noisy its values are, and the study reads it.`;
}

/** Data that came before the study that names them. */
function adoptWaiting(): void {
  const waiting = waitingData.value;
  if (!waiting || !isNamed(waiting.name)) return;
  holdFile(waiting.name, waiting.bytes);
  waitingData.value = undefined;
  said.value = `${said.value} It names ${waiting.name}, which is here already.`;
}

/** Files may be dropped anywhere. */
export function acceptDrops(): void {
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    void takeFiles(event.dataTransfer?.files ?? []);
  });
}
