import { lackOfRecords } from '@sightline/study';
import { Records } from '../../records/records.tsx';
import { sheetOpen } from '../../state/waiting-data.ts';
import { parsed, scene } from '../../state/workbench.ts';
import { ask, type Panel } from '../frame/panel.ts';

/** Few looks?: what sparse looks would have told about records that were observed throughout. */
export const panel: Panel = {
  name: 'few-looks',
  rank: 4,
  title: 'Few looks?',
  question: 'What would sparse looks have told about records that were observed throughout?',
  asks: [
    ask({
      command: 'retrospect',
      words: 'What would they have told?',
      request: () => ({}),
      lack: lackOfRecords,
      Controls: RecordsToLookAt,
    }),
  ],
};

/** A study of records alone has them in the timeline's place. */
function RecordsToLookAt() {
  if (parsed.value.parts.records) return scene.value ? <Records /> : null;
  return (
    <p>
      A table of states in time, as a hypnogram or a rhythm:{' '}
      <button
        type="button"
        class="quiet"
        onClick={() => {
          sheetOpen.value = true;
        }}
      >
        bring your records
      </button>
      .
    </p>
  );
}
