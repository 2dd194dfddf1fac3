import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  addActions,
  addProtocol,
  addToEach,
  protocolOfActions,
  removeProtocol,
  renameProtocol,
} from './edit-protocols.ts';

const TEXT = `sightline: 1
time: { horizon: 4, points: 8, unit: h }
protocols:
  # as it is
  today: [{ at: 0.5, noise: 0.4 }]
  spread: { at: [1, 3], noise: 0.4 }
realised: today # so far
classes:
  - { name: layouts, protocols: [today, spread] }
catalogue:
  - { at: { from: 1, to: 3, count: 3 }, noise: 0.4 }
  - { at: [5, 7], width: [0, 2], noise: 0.1, cost: 2 }
`;

describe('protocols', () => {
  it('are added under a name that is free', () => {
    const first = addProtocol(TEXT, 'best', { at: 1 });
    const second = addProtocol(first.text, 'best', [{ at: 2 }]);
    expect([first.name, second.name]).toEqual(['best', 'best 2']);
    expect(Object.keys(parse(second.text).protocols)).toEqual(['today', 'spread', 'best', 'best 2']);
    for (const nothing of ['sightline: 1\n', 'sightline: 1\nprotocols:\n', 'sightline: 1\nprotocols: {}\n'])
      expect(parse(addProtocol(nothing, 'a', { at: 1 }).text).protocols).toEqual({ a: { at: 1 } });
  });

  it('are renamed wherever the study says their name', () => {
    const { text } = renameProtocol(TEXT, 'today', 'as we do now')!;
    expect(text).toContain('  # as it is\n  as we do now: [{ at: 0.5, noise: 0.4 }]');
    expect(text).toContain('realised: as we do now # so far');
    expect(parse(text).classes[0].protocols).toEqual(['as we do now', 'spread']);
    expect(renameProtocol(TEXT, 'today', 'spread')).toBeUndefined();
    expect(renameProtocol(TEXT, 'today', '  ')).toBeUndefined();
    expect(renameProtocol(TEXT, 'today', 'today')!.text).toBe(TEXT);
  });

  it('are removed, and the study no longer says that a removed one was realised', () => {
    expect(parse(removeProtocol(TEXT, 'spread').text)).toMatchObject({ realised: 'today' });
    const { text, said } = removeProtocol(TEXT, 'today');
    expect(parse(text)).not.toHaveProperty('realised');
    expect(Object.keys(parse(text).protocols)).toEqual(['spread']);
    expect(said).toMatch(/realised/);
  });

  it('keep their place among several that were realised', () => {
    const several = TEXT.replace('realised: today # so far', 'realised: [today, spread] # so far').concat(
      'benchmark: { data: { today: a.csv, spread: b.csv } }\n',
    );
    const renamed = parse(renameProtocol(several, 'spread', 'wide')!.text);
    expect(renamed.realised).toEqual(['today', 'wide']);
    expect(renamed.benchmark.data).toEqual({ today: 'a.csv', wide: 'b.csv' });
    const removed = removeProtocol(several, 'today');
    expect(parse(removed.text).realised).toEqual(['spread']);
    expect(removed.said).toContain('today was one of the realised protocols');
    const last = removeProtocol(removed.text, 'spread');
    expect(parse(last.text)).not.toHaveProperty('realised');
    const more = parse(
      addToEach(several, [
        ['today', [0]],
        ['spread', [1]],
      ])!.text,
    ).protocols;
    expect(more.today).toEqual([
      { at: 0.5, noise: 0.4 },
      { at: 1, noise: 0.4 },
    ]);
    expect(more.spread).toEqual([
      { at: [1, 3], noise: 0.4 },
      { at: 2, noise: 0.4 },
    ]);
  });

  it('are made of numbers of the catalogue, times outermost', () => {
    const made = protocolOfActions(TEXT, 'best', [0, 1])!;
    expect(parse(made.text).protocols.best).toEqual({ at: [1, 2], noise: 0.4 });
    expect(parse(protocolOfActions(TEXT, 'best', [1, 4, 5])!.text).protocols.best).toEqual([
      { at: 2, noise: 0.4 },
      { at: 5, width: 2, noise: 0.1, cost: 2 },
      { at: 7, width: 0, noise: 0.1, cost: 2 },
    ]);
    expect(protocolOfActions(TEXT, 'best', [7])).toBeUndefined();
    // Once more makes no twin, whoever wrote it and in whichever order of its fields.
    const again = protocolOfActions(made.text, 'best', [0, 1])!;
    expect([again.text, again.name]).toEqual([made.text, 'best']);
    expect(again.said).toMatch(/already/);
    const turned = TEXT.replace('{ at: [1, 3], noise: 0.4 }', '[{ noise: 0.4, at: [1, 3] }]');
    expect(turned).not.toBe(TEXT);
    for (const text of [TEXT, turned])
      expect(protocolOfActions(text, 'best', [0, 2])).toMatchObject({ text, name: 'spread' });
    expect(protocolOfActions(made.text, 'best', [1, 2])!.name).toBe('best 2');
  });

  it('are extended by numbers of the catalogue', () => {
    expect(parse(addActions(TEXT, 'spread', [1])!.text).protocols.spread).toEqual([
      { at: [1, 3], noise: 0.4 },
      { at: 2, noise: 0.4 },
    ]);
  });
});
