import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { random } from './random.ts';
import { withReadings } from './random-readings.ts';
import type { StudyCase, Written } from './study-case.ts';

/** The project's root, from the sources and from their build. */
function rootFolder(): string {
  const up = import.meta.url.endsWith('.ts') ? '../../' : '../../../';
  return fileURLToPath(new URL(up, import.meta.url));
}
export const ROOT = rootFolder();

/** Every example that needs no recordings, with its files, small enough to be run thousands of times. */
export function exampleStudies(): (StudyCase & { name: string })[] {
  return readdirSync(`${ROOT}/examples`)
    .sort()
    .flatMap((folder) =>
      readdirSync(`${ROOT}/examples/${folder}`)
        .filter((name) => name.endsWith('.yaml'))
        .sort()
        .flatMap((name) => {
          const study: Written = parse(readFileSync(`${ROOT}/examples/${folder}/${name}`, 'utf8'));
          if (study.records?.preset !== undefined) return [];
          const files: StudyCase['files'] = {};
          for (const [owner, field] of NAMES_A_FILE) {
            const named = study[owner]?.[field];
            // A benchmark of several protocols has a file for each.
            const holder = typeof named === 'string' ? study[owner] : (named ?? {});
            for (const key of typeof named === 'string' ? [field] : Object.keys(holder)) {
              const path = `${ROOT}/examples/${folder}/${holder[key]}`;
              if (!existsSync(path)) continue;
              const plain = path.replace(/^.*\//, '');
              holder[key] = plain;
              files[plain] = shorter(plain, readFileSync(path, 'utf8'));
            }
          }
          return [{ name: `${folder}/${name}`, ...withNewUnits({ study: smaller(study), files }) }];
        }),
    );
}

/** An example with a law has readings of new units too. */
function withNewUnits(made: StudyCase): StudyCase {
  const { protocols, latent, calibration } = made.study;
  return protocols && (latent || calibration) ? withReadings(random(1), made) : made;
}

const NAMES_A_FILE = [
  ['latent', 'covariance'],
  ['benchmark', 'data'],
  ['calibration', 'data'],
  ['records', 'table'],
] as const;

function smaller(study: Written): Written {
  if (study.time?.points > 32) study.time.points = 24;
  if (study.records?.grid?.points > 16) study.records.grid.points = 16;
  if (study.templates?.budgets) study.templates.budgets = [2, 4];
  return study;
}

/** The first records of a long table are enough. */
function shorter(name: string, text: string): string {
  return ['shifts.csv', 'hourly.csv', 'nights.csv'].includes(name)
    ? `${text.split('\n').slice(0, 700).join('\n')}\n`
    : text;
}
