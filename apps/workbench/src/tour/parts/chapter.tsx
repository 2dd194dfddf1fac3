import type { ComponentChildren } from 'preact';
import { openQuestion } from '../../state/open-question.ts';
import { open } from '../../state/workbench.ts';
import type { Opened } from '../../study/history.ts';
import type { FilesByPath } from '../../study/memory-files.ts';
import type { LongCommand } from '../../work/question.ts';

export interface OpenedStudy {
  name: string;
  text: string;
  files?: FilesByPath;
  /** Of an example, whatever the chapter made of it. */
  original?: NonNullable<Opened['original']>;
  /** The question that the chapter is about. */
  asks?: LongCommand;
}

interface ChapterProps {
  /** What it is about, in a sentence. */
  lead: ComponentChildren;
  /** Paragraphs, with pictures where they are spoken of. What has the class `wide` goes beyond the column. */
  children: ComponentChildren;
  takeaway: ComponentChildren;
  /** The chapter's study as it stands, where it has one. */
  study?: () => OpenedStudy | Promise<OpenedStudy>;
  /** What is opened, where it is not what stands here. */
  opens?: string;
  /** What comes after all that. */
  after?: ComponentChildren;
}

/** What every chapter has: words and pictures in the order of reading, what to take away, and the way into the workbench. */
export function Chapter({ lead, children, takeaway, study, opens = 'this', after }: ChapterProps) {
  return (
    <div class="chapter">
      <p class="lead">{lead}</p>
      {children}
      <div class="chapter-end">
        <p class="takeaway">
          <strong>To take away:</strong> {takeaway}
        </p>
        {study && (
          <button type="button" class="main" onClick={() => void openInWorkbench(study)}>
            Open {opens} in the workbench
          </button>
        )}
      </div>
      {after}
    </div>
  );
}

async function openInWorkbench(study: NonNullable<ChapterProps['study']>): Promise<void> {
  const { name, text, files = new Map(), asks, ...of } = await study();
  open(text, name, files, 'The study of the tour is open; Undo goes back to the study before.', of);
  if (asks) openQuestion.value = asks;
  location.hash = '#timeline';
}
