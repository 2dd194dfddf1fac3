import { render } from 'preact';
import { start } from './opening/start.ts';
import { Page } from './page/page.tsx';
import './style/page.css';
import './style/timeline.css';
import './style/panels.css';
import './style/forced-colours.css';
import './style/print.css';
import { followPalette } from './style/palette.ts';
import { WorkbenchOrTour } from './tour/workbench-or-tour.tsx';

followPalette();
void start();
// In a turn of its own: what the scripts define and the first drawing together would hold the page up.
setTimeout(() => {
  render(
    <WorkbenchOrTour>
      <Page />
    </WorkbenchOrTour>,
    document.getElementById('workbench')!,
  );
});
