import type { TargetedKeyboardEvent } from 'preact';
import { openTab } from '../state/open-tab.ts';
import { Best } from './best/best.tsx';
import { Known } from './known/known.tsx';
import { ToldApart } from './told-apart/told-apart.tsx';
import '../style/questions.css';

const TABS = [
  { name: 'known', words: 'Known?', Content: Known },
  { name: 'told-apart', words: 'Told apart?', Content: ToldApart },
  { name: 'best', words: 'Best?', Content: Best },
] as const;

/** The three questions, one at a time. */
export function Panels() {
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const now = TABS.findIndex(({ name }) => name === openTab.value);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next =
      step !== undefined
        ? (now + step + TABS.length) % TABS.length
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? TABS.length - 1
            : undefined;
    if (next === undefined) return;
    event.preventDefault();
    openTab.value = TABS[next]!.name;
    document.getElementById(`tab-${TABS[next]!.name}`)?.focus();
  };
  return (
    <section class="panels" aria-label="Questions">
      <div role="tablist" class="tabs" aria-label="Questions" onKeyDown={onKeyDown}>
        {TABS.map(({ name, words }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={openTab.value === name}
            aria-controls={`panel-${name}`}
            tabIndex={openTab.value === name ? 0 : -1}
            onClick={() => {
              openTab.value = name;
            }}
          >
            {words}
          </button>
        ))}
      </div>
      {TABS.map(({ name, Content }) => (
        <div
          key={name}
          role="tabpanel"
          id={`panel-${name}`}
          aria-labelledby={`tab-${name}`}
          hidden={openTab.value !== name}
        >
          {openTab.value === name && <Content />}
        </div>
      ))}
    </section>
  );
}
