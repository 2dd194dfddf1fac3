// What runs in a web worker: answers the questions of the page, one after the other.
import { METHODS } from '@sightline/engine/internal';
import { memoryFiles } from '../study/memory-files.ts';
import { answerOf, answerQuestion } from './answer-question.ts';
import type { FromWorker, ToWorker } from './question.ts';

let held = memoryFiles(new Map());
const open = new Map<number, AbortController>();
const tell = (message: FromWorker) => postMessage(message);
tell({ methods: METHODS.map(({ name, title }) => ({ name, title })) });

addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  if ('files' in data) {
    held = memoryFiles(data.files);
    return;
  }
  if ('cancel' in data) {
    open.get(data.cancel)?.abort();
    return;
  }
  const { number, asking } = data;
  const controller = new AbortController();
  open.set(number, controller);
  const { signal } = controller;
  const answer =
    'question' in data
      ? await answerQuestion(data.question, asking, held, {
          signal,
          onProgress: (progress) => tell({ number, progress }),
          onPartial: (partial) => tell({ number, partial }),
        })
      : await answerOf<unknown>(signal, async () => {
          if ('record' in data)
            return (await import('./shown-record.ts')).shownRecord(data.record, asking, held);
          if ('teams' in data) return (await import('./teams.ts')).teams(data.teams, asking, held);
          // Fetched by who wants to see people.
          const { people, worldsPeople } = await import('./people.ts');
          return 'people' in data
            ? people(data.people, asking, held)
            : worldsPeople(data.worlds, asking, held);
        });
  open.delete(number);
  tell({ number, answer });
});
