import { openPanel, panelAsking } from '../panels/panel-list.ts';
import { notAsked } from '../state/values.ts';

/** A study may be fine and have no values: what it has in their place. */
export function ValueNotAsked() {
  const found = notAsked.value;
  if (!found) return null;
  return (
    <p class="notice" data-not-asked>
      Not asked here: {found.why}. Ask{' '}
      {found.instead.map((command, i) => (
        <span key={command}>
          {i > 0 && ' or '}
          <button type="button" class="quiet" onClick={() => openPanel(panelAsking(command))}>
            {panelAsking(command).title}
          </button>
        </span>
      ))}{' '}
      instead.
    </p>
  );
}
