import { openPanel, panelAsking } from '../panels/panel-list.ts';
import { values } from '../state/values.ts';

/** A study may be fine and have no values: what it has in their place. */
export function ValueNotAsked() {
  const { notAsked } = values.value;
  if (!notAsked) return null;
  return (
    <p class="notice" data-not-asked>
      Not asked here: {notAsked.why}. Ask{' '}
      {notAsked.instead.map((command, i) => (
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
