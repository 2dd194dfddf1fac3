import type { Page } from 'playwright-core';

/** One task of the page's own thread. */
export interface Task {
  during: string;
  /** Processor time, whatever else the machine does meanwhile. */
  milliseconds: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds of the processor. */
  tdur?: number;
  args?: { name?: string };
}

/** The longest task of the page's own thread while something is done. */
export async function longestTask(page: Page, during: string, what: () => Promise<unknown>): Promise<Task> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', { categories: 'toplevel,__metadata', transferMode: 'ReportEvents' });
  await what();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const own = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(thread),
  );
  const tasks = events.filter((one) => own.has(thread(one)) && one.name.endsWith('RunTask'));
  if (tasks.length === 0) throw new Error('the trace has no task of the page');
  return { during, milliseconds: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000 };
}
