import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadPlan, type Study, valuePlanner, valueResult } from '@sightline/study';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VERSION } from '../around/version.ts';
import { answerQuestion } from '../work/answer-question.ts';
import type { Question, Results } from '../work/question.ts';
import { memoryFiles } from './memory-files.ts';
import { type Computed, methodsText } from './methods-text.ts';

const example = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../examples/${name}`, import.meta.url)), 'utf8');

async function answered<Command extends Question['command']>(
  question: Question & { command: Command },
  text: string,
): Promise<Results[Command]> {
  const answer = await answerQuestion(question, { study: 's.yaml', text, seed: 3 }, memoryFiles(new Map()), {
    signal: new AbortController().signal,
    onProgress() {},
    onPartial() {},
  });
  if (answer.kind !== 'answered') throw new Error(JSON.stringify(answer));
  return answer.result as Results[Command];
}

describe('the methods paragraph', () => {
  it('says what the study is, without a result', () => {
    const { paragraph, references } = methodsText(parse(example('shift/study.yaml')) as Study, {}, VERSION);
    expect(paragraph).toContain('a horizon of 10 h, represented by 128 equally spaced grid points');
    expect(paragraph).toContain('Ornstein–Uhlenbeck correlation of memory 1 h and a trait share of 0.2');
    expect(paragraph).toContain('the share of time above 1.5 standard deviations, all times counting alike');
    expect(paragraph).toContain('3 protocols were considered');
    expect(references).toHaveLength(1);
  });

  it('reports the numbers of the results, and cites nothing that it does not use', async () => {
    const text = example('shift/study.yaml');
    const files = { read: async () => new TextEncoder().encode(text) };
    const { plan, inputHash } = await loadPlan('s.yaml', files, valuePlanner);
    const value = valueResult(plan, { study: 's.yaml', inputHash, seed: 3 });
    const design = await answered({ command: 'design', request: {} }, text);
    const computed: Computed = { value, design };
    const { paragraph, references } = methodsText(parse(text) as Study, computed, VERSION);
    expect(paragraph).toContain(
      `the largest was ${value.protocols.dispersed!.value.toFixed(3)} (dispersed, cost 4)`,
    );
    expect(paragraph).toContain(`Of a catalogue of 12 actions, 4 were chosen`);
    expect(paragraph).toContain(`worth ${design.best.value.toFixed(3)}`);
    expect(paragraph).toContain('seed 3');
    const cited = new Set([...paragraph.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number)));
    expect([...cited].sort()).toEqual(references.map((_, i) => i + 1));
  });

  it('says what was identified', async () => {
    const text = example('four-points/any.yaml');
    const identify = await answered({ command: 'identify', request: {} }, text);
    const { paragraph, references } = methodsText(parse(text) as Study, { identify }, VERSION);
    expect(paragraph).toContain('over all correlation matrices');
    expect(paragraph).toContain('it does so for 0');
    expect(references.join()).toContain('Semidefinite');
  });

  it('names the version of the package', () => {
    const manifest = JSON.parse(
      readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
    );
    expect(VERSION).toBe(manifest.version);
  });
});
