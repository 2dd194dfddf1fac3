// The workbench as it is served: what the first load weighs, and how soon values follow a mark that moves.
import { onPage, valuesAreThere } from './on-page.ts';

const MOVES = 60;
/** Three protocols of the first example and seven more. */
const MORE = Array.from(
  { length: 7 },
  (_, i) => `  more ${i}: { at: [${i + 0.5}, ${i + 1.5}, ${i + 2.5}], noise: 0.4 }`,
);

await onPage(async (page, ready) => {
  await page.waitForTimeout(500);
  const transferred = () =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce(
      (sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize,
      0,
    );
  // What a worker fetches by itself is in its own timings.
  const byWorkers = await Promise.all(page.workers().map((worker) => worker.evaluate(transferred)));
  const bytes = byWorkers.reduce((sum, own) => sum + own, await page.evaluate(transferred));
  console.log(
    `first load: ${Math.round(bytes / 1000)} kB compressed, worker included (350 promised); values after ${Math.round(ready)} ms`,
  );

  const text = await page.locator('textarea').inputValue();
  await page
    .locator('textarea')
    .fill(
      text.replace('\n# The protocol that was used', `\n${MORE.join('\n')}\n# The protocol that was used`),
    );
  await valuesAreThere(page);
  const count = await page.locator('table.values tbody tr').count();
  const mark = page.locator('svg.timeline [role=slider]').nth(2);
  await mark.focus();
  const taken: number[] = [];
  for (let move = 0; move < MOVES; move++) {
    await page.keyboard.press(move % 20 < 10 ? 'ArrowRight' : 'ArrowLeft');
    await valuesAreThere(page);
    taken.push(Number(await page.locator('#latency').getAttribute('value')));
  }
  taken.sort((a, b) => a - b);
  const at = (share: number) => Math.round(taken[Math.floor(share * (MOVES - 1))]!);
  console.log(
    `values of ${count} protocols on 128 points after a move: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, ` +
      `largest ${at(1)} ms (50 promised)`,
  );
});
