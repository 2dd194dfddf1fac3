import { DATABASES } from '@sightline/data';
import { Option } from 'commander';
import { parsePath } from './path-option.ts';

/** Where the public databases are; `splits` says whether published folds are needed beside them. */
export function dataOption(splits: 'maybe splits/' | 'splits/' = 'maybe splits/'): Option {
  const folders = DATABASES.map(({ name }) => `${name}/`).join(', ');
  return new Option(
    '--data <dir>',
    `folder that holds ${folders} and ${splits}; else SIGHTLINE_DATA`,
  ).argParser(parsePath('a folder', '--data records'));
}
