import { nearestName, type ProtocolReadings, parseProtocolReadings, UnreadableFile } from '@sightline/data';
import { secondsOfDay, type TimeGrid } from '@sightline/engine/internal';
import { sha256 } from '../../file/study-files.ts';
import { lawKind } from '../../law/law.ts';
import { type Protocol, protocolNames, protocols, someProtocol } from '../../parts/actions.ts';
import { horizon, readTime } from '../../parts/horizon.ts';
import { areCrossed, type SensorLimits } from '../../parts/sensor-limits.ts';
import type { Asking } from '../../parts/study-parts.ts';
import { placed, placedCell } from '../../problems/located-problem.ts';
import { moment } from '../../words/text.ts';
import { lawPlan } from '../value/plan.ts';
import type { PredictPlan, PredictRequest } from './plan-and-result.ts';

export async function predictPlan(study: Asking, request: PredictRequest): Promise<PredictPlan | undefined> {
  study.part(someProtocol);
  const planned = await lawPlan(study);
  const { name, told } = protocolAsked(study, request.protocol);
  const protocol = study.part(protocols).find((one) => one.name === name);
  // A table is read for a protocol: where that is not known, or its times are not, nothing is known of its columns.
  if (told || !protocol || !study.isSound('time', 'protocols')) return undefined;
  const limits = limitsOf(study, request.limits);
  const readings = await readingsOf(study, request, protocol, limits);
  return planned && readings && { ...planned, protocol, file: request.readings, readings };
}

/** The only one, or that which is named. */
function protocolAsked(study: Asking, asked: string | undefined): { name?: string; told: boolean } {
  const names = protocolNames(study.parsed.intended);
  const name = asked ?? (names.length === 1 ? names[0] : undefined);
  if (names.length === 0 || (name !== undefined && names.includes(name)))
    return { ...(name !== undefined && { name }), told: false };
  study.tell([
    placed(
      {
        path: ['--protocol'],
        value: asked,
        why:
          asked === undefined
            ? 'the study has several protocols, and which of them took the readings is not said'
            : { is: 'unknown', what: 'protocol', name: asked, meant: nearestName(asked, names) },
        accepted: `one of ${names.join(', ')}`,
      },
      study.parsed.source.file,
    ),
  ]);
  return { told: true };
}

/** What texts of a sensor stand for: as the command says, or the study. */
function limitsOf(study: Asking, text: string | undefined): SensorLimits | undefined {
  if (text === undefined) return study.parsed.parts.calibration?.limits;
  const [low = '', high = '', ...more] = text.split(',').map((part) => part.trim());
  const numbers = [low, high].map((part) => (part === '' ? undefined : Number(part)));
  const [from, to] = numbers;
  const good = more.length === 0 && numbers.every((one) => one === undefined || Number.isFinite(one));
  if (!good || (from === undefined && to === undefined) || areCrossed({ low: from, high: to }))
    study.tell([
      placed(
        {
          path: ['--limits'],
          value: text,
          why: 'these are not the low and the high limit of a sensor',
          accepted:
            'two numbers with a comma between them, the lower one first; one may be empty, such as 40,',
        },
        study.parsed.source.file,
      ),
    ]);
  return { ...(from !== undefined && { low: from }), ...(to !== undefined && { high: to }) };
}

async function readingsOf(
  study: Asking,
  { readings: file, columns }: PredictRequest,
  { actions }: Protocol,
  limits: SensorLimits | undefined,
): Promise<ProtocolReadings | undefined> {
  const { grid } = study.part(horizon);
  const { calibration } = study.parsed.parts;
  const names = calibration?.columns;
  try {
    const bytes = await study.files.read(file);
    // By its content: where the table lies makes no difference to the answer.
    study.read('--readings', await sha256(bytes));
    const read = await parseProtocolReadings(file, bytes, {
      readings: actions.map(({ at, width }) => ({
        at,
        text: width > 0 ? `around ${moment(at, grid)}` : `at ${moment(at, grid)}`,
      })),
      unit: ['unit', ...(names?.unit === undefined ? [] : [names.unit])],
      long: [names?.time ?? 'time', names?.value ?? 'value'],
      timeOf: (name) => timeIn(name, grid),
      ...(columns !== undefined && { columns: columns.split(',').map((name) => name.trim()) }),
      ...(limits && { limits }),
      transform: lawKind(study.parsed).transform,
    });
    if (read.ok) return read.data;
    study.tell(read.problems.map((problem) => placedCell(problem, file, ['--readings'])));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { why, accepted } = error;
    study.tell([placed({ path: ['--readings'], value: file, why, accepted }, file)]);
  }
  return undefined;
}

/** A time of the horizon as the name of a column has it: a number in the study's unit, or a time of day. */
function timeIn(name: string, grid: TimeGrid): number | undefined {
  if (/^\d+(\.\d+)?$/.test(name)) return Number(name);
  if (secondsOfDay(name) === undefined) return undefined;
  const read = readTime(name, grid);
  return 'time' in read ? read.time : undefined;
}
