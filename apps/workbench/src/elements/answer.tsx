import type { AnswerDocument, Block, Section } from '@sightline/answers';
import { drawPicture, type Picture } from '@sightline/answers/pictures';
import type { ComponentChildren } from 'preact';
import { DocumentTable } from './document-table.tsx';
import { Facts } from './facts.tsx';
import { Figure } from './figure.tsx';
import { Marked } from './marked.tsx';
import { Remarks } from './remarks.tsx';

interface AnswerProps {
  document: AnswerDocument;
  /** What can be done with the answer, below its verdict. */
  children?: ComponentChildren;
  /** What can be done with one section of it, by the section's name. */
  within?: ((section: string) => ComponentChildren) | undefined;
  /** Draws a picture that can be touched in place of one that cannot. */
  touched?: Touched | undefined;
}

type Touched = (picture: Picture) => ((width: number) => ComponentChildren) | undefined;

/** An answer as every question has one: the verdict first, then what it rests on. */
export function Answer({ document, children, within, touched }: AnswerProps) {
  const { verdict, cautions, sections, basis, methods, next } = document;
  return (
    <>
      <div class="answer">
        {verdict.map((sentence) => (
          <p key={sentence}>
            <Verdict sentence={sentence} />
          </p>
        ))}
      </div>
      <Facts facts={cautions} />
      {children}
      {sections.map((section) => (
        <section key={section.name} data-section={section.name}>
          <h3>{section.heading}</h3>
          <SectionBlocks section={section} touched={touched}>
            {within?.(section.name)}
          </SectionBlocks>
        </section>
      ))}
      <Facts facts={next} />
      {basis.length > 0 && (
        <details>
          <summary>What it rests on</summary>
          <Facts facts={basis} />
        </details>
      )}
      {methods.length > 0 && (
        <details>
          <summary>Methods</summary>
          {methods.map((sentence) => (
            <p key={sentence}>
              <Marked text={sentence} />
            </p>
          ))}
        </details>
      )}
      <Remarks of={document} />
    </>
  );
}

/** What stands before the first colon or semicolon is what a reader takes along; numbers and reasons come after it. */
function Verdict({ sentence }: { sentence: string }) {
  const [first = ''] = /^.+?(?=[:;] )/u.exec(sentence) ?? [];
  return (
    <>
      {first && (
        <strong>
          <Marked text={first} />
        </strong>
      )}
      <Marked text={sentence.slice(first.length)} />
    </>
  );
}

/** A table that follows its picture stands behind it. */
function isBehind(blocks: readonly Block[], i: number): boolean {
  return blocks[i]?.kind === 'table' && blocks[i - 1]?.kind === 'picture';
}

interface SectionBlocksProps {
  section: Section;
  touched: Touched | undefined;
  children: ComponentChildren;
}

/** First what everybody should see, then what can be done, then the details: numbers by the dozen are among these. */
function SectionBlocks({ section: { heading, blocks }, touched, children }: SectionBlocksProps) {
  const shown = blocks.flatMap((block, i) => {
    if (isBehind(blocks, i)) return [];
    const next = blocks[i + 1];
    const table = next?.kind === 'table' && isBehind(blocks, i + 1) ? next.table : undefined;
    return [
      {
        block,
        element: <BlockElement key={i} block={block} title={heading} behind={table} touched={touched} />,
      },
    ];
  });
  const isDetail = ({ block }: { block: Block }) => block.detail || block.kind === 'facts';
  const details = shown.filter(isDetail);
  return (
    <>
      {shown.filter((one) => !isDetail(one)).map(({ element }) => element)}
      {children}
      {details.length > 0 && (
        <details>
          <summary>
            Details<span class="hidden"> of {heading}</span>
          </summary>
          {details.map(({ element }) => element)}
        </details>
      )}
    </>
  );
}

interface BlockElementProps {
  block: Block;
  /** What a picture is called. */
  title: string;
  behind: Extract<Block, { kind: 'table' }>['table'] | undefined;
  touched: Touched | undefined;
}

function BlockElement({ block, title, behind, touched }: BlockElementProps) {
  switch (block.kind) {
    case 'text':
      return (
        <p>
          <Marked text={block.sentences.join(' ')} />
        </p>
      );
    case 'facts':
      return <Facts facts={block.facts} />;
    case 'table':
      return <DocumentTable table={block.table} />;
    case 'picture': {
      const draws = touched?.(block.picture);
      return (
        <Figure
          title={title}
          {...(draws ? { children: draws } : { draw: (width) => drawPicture(block.picture, width) })}
          table={behind && <DocumentTable table={behind} />}
          caption={block.caption}
        />
      );
    }
  }
}
