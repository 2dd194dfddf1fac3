import type { CDPSession, Page } from 'playwright-core';
import { onPage } from '../on-page.ts';
import type { LimitRow } from './limit-row.ts';

const [PROTOCOLS, MARKS, MOVES, WARM] = [10, 8, 120, 40];
const WANTED = [
  { points: 128, milliseconds: 16 },
  { points: 512, milliseconds: 33 },
] as const;
/** Of the page's own thread, a move. */
const MAIN = 8;

const study = (points: number) => `sightline: 1
time: { horizon: 20, points: ${points}, unit: h }
latent: { kernel: { ou: { tau: 3 } } }
target: { above: 0 }
protocols:
${Array.from({ length: PROTOCOLS }, (_, k) => {
  const times = Array.from({ length: MARKS }, (_, i) => (1 + 2.2 * i + 0.1 * k).toFixed(2));
  return `  p${k}: { at: [${times.join(', ')}], noise: 0.4 }`;
}).join('\n')}
`;

/** Moves a mark by its keys, one move after the other's values; milliseconds from each question to its values. */
const moved = (page: Page, moves: number): Promise<number[]> =>
  page.evaluate(async (count) => {
    const taken: number[] = [];
    for (let move = 0; move < count; move++) {
      const mark = document.querySelectorAll('svg.timeline [role=slider]')[2] as SVGElement;
      if (move === 0) mark.focus();
      await new Promise(requestAnimationFrame);
      const key = move % 20 < 10 ? 'ArrowRight' : 'ArrowLeft';
      mark.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, repeat: true }));
      await new Promise<void>((resolve) => {
        const look = () =>
          document.querySelector('table.values:not(.stale)[aria-busy=false]') ? resolve() : setTimeout(look);
        setTimeout(look);
      });
      taken.push(Number(document.getElementById('latency')!.getAttribute('value')));
    }
    return taken;
  }, moves);

/** Processor milliseconds of the page's own thread, and of them those in scripts. */
async function spent(session: CDPSession): Promise<{ all: number; script: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => 1000 * metrics.find((one) => one.name === name)!.value;
  return { all: of('TaskDuration'), script: of('ScriptDuration') };
}

async function dragged(page: Page, points: number) {
  await page.locator('textarea').fill(study(points));
  await page.locator(`table.values[aria-busy=false] tr[data-row=p${PROTOCOLS - 1}]`).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await moved(page, WARM);
  const before = await spent(session);
  const taken = (await moved(page, MOVES)).sort((a, b) => a - b);
  const after = await spent(session);
  await session.detach();
  return {
    median: taken[MOVES / 2]!,
    late: taken[Math.ceil(0.95 * MOVES) - 1]!,
    largest: taken.at(-1)!,
    main: (after.all - before.all) / MOVES,
    script: (after.script - before.script) / MOVES,
  };
}

export const row: LimitRow = {
  name: 'drag',
  work: `a drag, ${PROTOCOLS} protocols × ${MARKS} marks`,
  wanted: `95 % in ${WANTED.map(({ milliseconds }) => milliseconds).join(' and ')} ms, main ${MAIN} ms`,
  measure: () =>
    onPage(async (page) => {
      const found = [];
      for (const { points } of WANTED) found.push(await dragged(page, points));
      return {
        reached: `${found.map(({ late }) => late.toFixed(0)).join(' and ')} ms, main ${found.map(({ main }) => main.toFixed(1)).join(' and ')} ms`,
        met: found.every(({ late, main }, i) => late <= WANTED[i]!.milliseconds && main <= MAIN),
        more: found.map(
          ({ median, late, largest, main, script }, i) =>
            `${WANTED[i]!.points} points: values after ${median.toFixed(1)} ms in the median, 95 % within ${late.toFixed(1)}, largest ${largest.toFixed(1)}; ` +
            `the page’s own thread ${main.toFixed(1)} ms of processor a move, ${script.toFixed(1)} of them in scripts`,
        ),
      };
    }),
};
