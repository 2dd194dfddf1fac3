import { open } from '../state/workbench.ts';
import { exampleStudy } from './examples.ts';

export async function openExample(study: string): Promise<void> {
  if (study === '') return;
  const { name, text, files, original } = await exampleStudy(study);
  open(text, name, files, `${name} is open; Undo goes back to the study before.`, { original });
}
