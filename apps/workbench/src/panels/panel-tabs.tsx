import type { TargetedKeyboardEvent } from 'preact';
import { openQuestion } from '../state/open-question.ts';
import { AskedFrame } from './frame/asked-frame.tsx';
import { openPanel, PANELS, panelAsking } from './panel-list.ts';
import '../style/questions.css';

/** The questions, a panel at a time. */
export function PanelTabs() {
  const open = panelAsking(openQuestion.value);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const now = PANELS.indexOf(open);
    const ways: Readonly<Record<string, number>> = {
      ArrowRight: now + 1,
      ArrowLeft: now - 1,
      Home: 0,
      End: -1,
    };
    const next = ways[event.key];
    if (next === undefined) return;
    event.preventDefault();
    openPanel(PANELS.at(next % PANELS.length)!);
  };
  return (
    <section class="panels" aria-label="Questions">
      <div role="tablist" class="tabs" aria-label="Questions" onKeyDown={onKeyDown}>
        {PANELS.map((panel) => (
          <button
            key={panel.name}
            type="button"
            role="tab"
            id={`tab-${panel.name}`}
            aria-selected={panel === open}
            aria-controls={`panel-${panel.name}`}
            tabIndex={panel === open ? 0 : -1}
            onClick={() => openPanel(panel)}
          >
            {panel.title}
          </button>
        ))}
      </div>
      {PANELS.map((panel) => (
        <div
          key={panel.name}
          role="tabpanel"
          id={`panel-${panel.name}`}
          aria-labelledby={`tab-${panel.name}`}
          hidden={panel !== open}
        >
          {panel === open && (
            <>
              <p class="question">{panel.question}</p>
              {panel.asks.map((one) => (
                <AskedFrame key={one.command} ask={one} />
              ))}
            </>
          )}
        </div>
      ))}
    </section>
  );
}
