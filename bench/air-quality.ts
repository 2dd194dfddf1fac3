// Every command on hourly air quality as the file is, beside numpy: values, standard errors by unit and by day, held-out R².
// `npm run bench -- air-quality FILE [DRAWS]`, FILE the hourly.csv.gz of docs/air-quality.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { CalibrateResult, DesignResult, RetrospectResult, UnitsPlanResult } from '@sightline/study';
import { findPython, printedBy } from './beside-numpy.ts';
import { SIGHTLINE } from './sightline.ts';

const PROTOCOLS = ['one', 'two', 'four', 'six'] as const;
const TARGETS = { mean: 'mean', above: '{ above: 75 }' } as const;
const ESTIMANDS = { data: 'scale: data', log: 'scale: data, transform: log', linear: 'estimand: linear' };
const READ = ['columns: { unit: station, time: when, value: pm25 }', 'split: day', 'missing: drop'];

type Target = keyof typeof TARGETS;
type Estimand = keyof typeof ESTIMANDS;
type Independent = 'unit' | 'day';
type Numbers = Record<(typeof PROTOCOLS)[number], Record<Target, number>>;
interface Numpy {
  trajectories: number;
  values: Record<Estimand, Numbers>;
  errors: Record<Estimand, Record<Independent, { units: number; bootstrap: Numbers; jackknife: Numbers }>>;
  heldOut: Record<'data' | 'log', Numbers>;
}

const study = (target: Target, estimand: Estimand, independent: Independent) => `sightline: 1
time: { horizon: 24, points: 24, unit: h, start: "00:00" }
target: ${TARGETS[target]}
protocols:
  one: { at: "12:30", noise: 0 }
  two: { at: ["06:30", "18:30"], noise: 0 }
  four: { at: ["03:30", "09:30", "15:30", "21:30"], noise: 0 }
  six: { at: { from: "02:30", to: "22:30", every: 4 }, noise: 0 }
catalogue: [{ at: { from: "00:30", to: "23:30", every: 1 }, noise: 0 }]
choose: { exactly: 4 }
calibration: { data: hourly.csv.gz, ${READ.join(', ')}, align: start, independent: ${independent}, ${ESTIMANDS[estimand]}, noise: 0 }
records:
  table: hourly.csv.gz
  ${READ.join('\n  ')}
  grid: { points: 24, time: clock }
  targets: { ${target}: ${TARGETS[target]} }
templates: { layouts: [middles, protocols], budgets: [1, 2, 4, 6] }
words: { unit: station, reading: sample, value: µg/m³ }
`;

const [given, draws = '300'] = process.argv.slice(2);
const python = findPython();
if (!given || !python) {
  console.error(given ? 'numpy and scipy are needed' : 'npm run bench -- air-quality FILE [DRAWS]');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
symlinkSync(resolve(given), join(folder, 'hourly.csv.gz'));

function ask<Result>(command: string, text: string, ...rest: string[]): Result {
  writeFileSync(join(folder, 'study.yaml'), text);
  const args = [SIGHTLINE, command, join(folder, 'study.yaml'), '--json', ...rest];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 })) as Result;
}

const three = (value: number) => value.toFixed(3);

try {
  const numpy = JSON.parse(printedBy(python, 'numpy_air_quality.py', given, draws)) as Numpy;
  let farthest = 0;
  const rows: string[] = [];
  const held: string[] = [];
  for (const target of Object.keys(TARGETS) as Target[])
    for (const estimand of Object.keys(ESTIMANDS) as Estimand[]) {
      const by = (independent: Independent) =>
        ask<CalibrateResult>('calibrate', study(target, estimand, independent));
      const [units, days] = [by('unit'), by('day')];
      if (units.trajectories !== numpy.trajectories) throw new Error('other trajectories than numpy');
      for (const name of PROTOCOLS) {
        const own = units.protocols[name]!;
        farthest = Math.max(farthest, Math.abs(own.value - numpy.values[estimand][name][target]));
        const error = (result: CalibrateResult, independent: Independent) => {
          const { bootstrap, jackknife } = numpy.errors[estimand][independent];
          const theirs = Math.max(bootstrap[name][target], jackknife[name][target]);
          const { standardError } = result.protocols[name]!;
          return `${standardError.toFixed(4)} | ${(standardError / theirs).toFixed(2)}`;
        };
        rows.push(
          `| ${target} | ${estimand} | ${name} | ${three(own.value)} | ${three(own.low)} … ${three(own.high)} | ${error(units, 'unit')} | ${error(days, 'day')} |`,
        );
        if (estimand === 'linear') continue;
        const reached = units.fit?.heldOut?.protocols[name];
        if (reached)
          held.push(
            `| ${target} | ${estimand} | ${name} | ${three(reached.promised)} | ${three(reached.reached)} | ${three(numpy.heldOut[estimand][name][target])} |`,
          );
      }
    }
  console.log(
    `${numpy.trajectories} trajectories; values differ from numpy's by ${farthest.toExponential(1)} at most\n`,
  );
  console.log(
    '| target | law | protocol | value | 95 % interval by station | error by station | over numpy’s | error by day | over numpy’s |\n| --- | --- | --- | ---: | --- | ---: | ---: | ---: | ---: |',
  );
  console.log(`${rows.join('\n')}\n`);
  console.log(
    '| target | law | protocol | promised | held-out | by numpy, each station in turn |\n| --- | --- | --- | ---: | ---: | ---: |',
  );
  console.log(`${held.join('\n')}\n`);
  for (const target of Object.keys(TARGETS) as Target[]) {
    const text = study(target, 'data', 'unit');
    const { best } = ask<DesignResult>('design', text);
    const plan = ask<UnitsPlanResult>('plan', text);
    const told = ask<RetrospectResult>('retrospect', text);
    const r2 = PROTOCOLS.map((name) => three(told.targets[target]!.templates[name]!.r2)).join(', ');
    const run = ask<{ steps: Record<string, unknown> }>('run', text, '--out', join(folder, 'report.html'));
    console.log(
      `${target}: design reads at ${best.at.join(', ')} (R² ${three(best.value)}); plan needs ${plan.unitsNeeded} stations; ` +
        `retrospect ${r2}; run answers ${Object.keys(run.steps).join(', ')}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
