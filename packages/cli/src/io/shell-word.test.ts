import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellWord } from './shell-word.ts';

it('leaves usual paths as they are, and a shell reads every other as one word', () => {
  expect(shellWord('examples/shift/study.yaml')).toBe('examples/shift/study.yaml');
  expect(shellWord('a b.yaml')).toBe("'a b.yaml'");
  for (const path of [
    'a b é.yaml',
    'q\'uo"te: #x.yaml',
    '$HOME/`x`.yaml',
    'a;b&c|d*.yaml',
    '~x',
    '日本.yaml',
  ])
    expect(execFileSync('sh', ['-c', `printf %s ${shellWord(path)}`], { encoding: 'utf8' })).toBe(path);
});
