import { openSheet } from '../../state/waiting-data.ts';
import { goIn } from '../../state/way-in.ts';

const toWorkbench = (open: () => void) => () => {
  open();
  location.hash = '#timeline';
};

/** The end of the tour, and the ways on from it. */
export function NowYours() {
  return (
    <section class="now-yours" aria-labelledby="now-yours">
      <h3 id="now-yours">Now yours</h3>
      <p>
        What do you want to know about a whole day, night or shift? When could you look, and at what price?
        And have you ever watched a few people all the time?
      </p>
      <p class="buttons">
        <button type="button" class="main" onClick={toWorkbench(() => goIn('new'))}>
          New study
        </button>
        <button type="button" class="main" onClick={toWorkbench(openSheet)}>
          My data
        </button>
        <button type="button" onClick={toWorkbench(() => goIn('examples'))}>
          Examples
        </button>
      </p>
      <p>
        <strong>New study</strong> asks four questions and needs no data. <strong>My data</strong> takes a
        table that you drop or paste. Both stay in this browser.
      </p>
    </section>
  );
}
