import { describe, expect, it } from 'vitest';
import { begun, edited, redone, undone } from './history.ts';

const files = new Map<string, Uint8Array>();
const study = (text: string, name = 'study.yaml') => ({ name, text, files });

describe('history', () => {
  it('goes back and forth through texts, and forgets what was undone when something else is done', () => {
    let history = edited(edited(begun(study('a')), study('b')), study('c'));
    history = undone(undone(history)!)!;
    expect(history.present).toEqual(study('a'));
    expect(undone(history)).toBeUndefined();
    history = redone(history)!;
    expect(history.present).toEqual(study('b'));
    history = edited(history, study('d'));
    expect(redone(history)).toBeUndefined();
    expect(undone(history)!.present).toEqual(study('b'));
  });

  it('takes a gesture as one step, and the next gesture as another', () => {
    let history = begun(study('a'));
    for (const [text, gesture] of [
      ['b', 'drag 1'],
      ['c', 'drag 1'],
      ['d', 'drag 2'],
      ['e', 'drag 2'],
    ] as const)
      history = edited(history, study(text), gesture);
    history = undone(history)!;
    expect(history.present.text).toBe('c');
    expect(undone(history)!.present.text).toBe('a');
    // After an undo, a gesture of the same name does not join what came before it.
    expect(undone(edited(history, study('f'), 'drag 1'))!.present.text).toBe('c');
  });

  it('takes no step where nothing changed, and remembers names with texts', () => {
    const history = begun(study('a', 'one.yaml'));
    expect(edited(history, study('a', 'one.yaml'))).toBe(history);
    expect(undone(edited(history, study('a', 'two.yaml')))!.present.name).toBe('one.yaml');
  });
});
