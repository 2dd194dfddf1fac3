import { decodeText, UnreadableFile } from '@sightline/data';
import type { StudyFiles } from './study-files.ts';

/** A file's text, or why it cannot be read. */
export async function readText(
  file: string,
  files: StudyFiles,
): Promise<{ text: string; bytes: Uint8Array } | { unreadable: UnreadableFile }> {
  try {
    const bytes = await files.read(file);
    return { bytes, text: decodeText(file, bytes) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error };
    throw error;
  }
}
