import { Facts } from '../elements/facts.tsx';

const KEYS = [
  {
    label: 'a mark',
    text: '← → a grid step, with Shift ten; Home and End the ends of the horizon; Delete removes it',
  },
  { label: 'the questions', text: '← → from tab to tab, Home and End the first and the last' },
  {
    label: 'where worlds differ',
    text: 'arrows go from pair to pair of times, with Shift a tenth of the horizon',
  },
  { label: 'units', text: '↑ ↓ a larger or smaller difference, Page Up and Page Down ten steps' },
  { label: 'the frontier', text: '← → from point to point, Enter puts it on the timeline' },
  { label: 'undo and redo', text: 'Ctrl+Z and Ctrl+Y, or Cmd+Z and Shift+Cmd+Z' },
];

/** What can be done by keys, in one place. */
export const Keys = () => (
  <details class="keys">
    <summary>Keys</summary>
    <Facts facts={KEYS} />
  </details>
);
