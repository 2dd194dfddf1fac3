// The client for Python needs nothing but Python, so it is tried wherever there is one; pandas, R and the vignettes are in `npm run clients`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PYTHON = ['python3', 'python'].find(
  (name) => spawnSync(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0,
);

it.runIf(PYTHON)('the Python client passes its own tests', () => {
  const { status, stderr } = spawnSync(PYTHON!, ['-m', 'unittest', 'discover', '-s', 'tests'], {
    cwd: `${ROOT}/clients/python`,
    encoding: 'utf8',
    env: {
      ...process.env,
      SIGHTLINE: `"${process.execPath}" "${ROOT}packages/cli/bin/sightline.js"`,
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
  expect(status, stderr).toBe(0);
  expect(stderr).toMatch(/Ran \d\d tests/);
});
