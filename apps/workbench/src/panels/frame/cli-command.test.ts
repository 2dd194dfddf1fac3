import { describe, expect, it } from 'vitest';
import { cliCommand } from './cli-command.ts';

describe('the equivalent command', () => {
  it('names what differs from the defaults', () => {
    expect(cliCommand({ command: 'value' }, 'study.yaml')).toBe('npx sightline value study.yaml');
    expect(cliCommand({ command: 'calibrate', request: {} }, 'a/b.yaml')).toBe(
      'npx sightline calibrate a/b.yaml',
    );
    expect(cliCommand({ command: 'calibrate', request: { draws: 500, level: 0.9 } }, 'a.yaml')).toBe(
      'npx sightline calibrate a.yaml --draws 500 --level 0.9',
    );
    expect(cliCommand({ command: 'identify', request: { range: false, step: 0.5 } }, 'a.yaml')).toBe(
      'npx sightline identify a.yaml --no-range --step 0.5',
    );
    expect(
      cliCommand(
        { command: 'design', request: { method: 'branch', frontier: true, returns: false } },
        'a.yaml',
      ),
    ).toBe('npx sightline design a.yaml --method branch --frontier');
  });

  it('can be pasted into a shell', () => {
    expect(cliCommand({ command: 'value' }, "my study's.yaml")).toBe(
      "npx sightline value 'my study'\\''s.yaml'",
    );
    expect(cliCommand({ command: 'plan', request: { pair: 'a b,c' } }, 's.yaml')).toBe(
      "npx sightline plan s.yaml --pair 'a b,c'",
    );
  });
});
