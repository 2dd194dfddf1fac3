import { useEffect, useRef } from 'preact/hooks';
import { chapterAddress, type TourPlace } from '../opening/tour-place.ts';
import { CHAPTER_LIST } from './chapters.ts';
import '../style/tour.css';

/** The guided tour: one chapter at a time, each at an address of its own. */
export function Tour({ place }: { place: TourPlace }) {
  const chapter = 'chapter' in place ? place.chapter : 1;
  const { title, Content } = CHAPTER_LIST[chapter - 1]!;
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(chapter);
  useEffect(() => {
    document.title = `${title} – Sightline tour`;
    // Who goes on to another chapter goes on reading there; who comes to the page begins at its top.
    if (before.current !== chapter) {
      heading.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    before.current = chapter;
  }, [chapter]);
  useEffect(() => {
    const outside = 'Sightline workbench';
    return () => {
      document.title = outside;
      scrollTo(0, 0);
    };
  }, []);
  return (
    <div class="tour">
      <header class="tour-header">
        <h1>Sightline tour</h1>
        <a href="#timeline">To the workbench</a>
      </header>
      <nav aria-label="Chapters">
        <ol class="tour-chapters">
          {CHAPTER_LIST.map((one, i) => (
            <li key={one.title}>
              <a href={chapterAddress(i + 1)} aria-current={i + 1 === chapter ? 'page' : undefined}>
                {one.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <main>
        {'missing' in place && (
          <p class="notice" role="alert">
            The tour has no chapter ‘{place.missing}’; it has {CHAPTER_LIST.length}, and this is the first.
          </p>
        )}
        <h2 ref={heading} tabIndex={-1}>
          <span class="muted">{chapter}</span> {title}
        </h2>
        <Content key={title} />
        <nav class="tour-turn" aria-label="Previous and next chapter">
          <Turn to={chapter - 1} words="Before" />
          <Turn to={chapter + 1} words="Next" />
        </nav>
      </main>
    </div>
  );
}

function Turn({ to, words }: { to: number; words: string }) {
  const chapter = CHAPTER_LIST[to - 1];
  return chapter ? (
    <a href={chapterAddress(to)} rel={words === 'Next' ? 'next' : 'prev'}>
      {words}: {chapter.title}
    </a>
  ) : (
    <span />
  );
}
