import { lackOfRecords } from '@sightline/study';
import { Records } from '../../records/records.tsx';
import { openSheet } from '../../state/waiting-data.ts';
import { parsed, scene } from '../../state/workbench.ts';
import { firstRecords, recordsOfDays } from '../../study/first-steps.ts';
import { ask, type Panel, type Start } from '../frame/panel.ts';

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
      starts,
      Controls: RecordsToLookAt,
    }),
  ],
};

/** Days of dense data are records too. */
function starts(): Start[] {
  const { parts } = parsed.value;
  const records = parts.records ? undefined : recordsOfDays(parts);
  if (!records) return [];
  return [{ words: 'Look at the days of the dense data', edit: (text) => firstRecords(text, records) }];
}

/** A study of records alone has them in the timeline's place. */
function RecordsToLookAt() {
  if (parsed.value.parts.records) return scene.value ? <Records /> : null;
  return (
    <p>
      A table of states in time, as a hypnogram or a rhythm:{' '}
      <button type="button" class="quiet" onClick={openSheet}>
        bring your records
      </button>
      .
    </p>
  );
}
