import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds, one line each, but for some of its rules. */
export async function violations(page: Page, without: readonly string[] = []): Promise<string[]> {
  // Through the debugger, which the page's policy does not concern.
  await page.evaluate(AXE);
  const rules = JSON.stringify(Object.fromEntries(without.map((id) => [id, { enabled: false }])));
  return page.evaluate(`axe.run({ rules: ${rules} }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target + ' ' + failureSummary)))`);
}
