import { parseStudy } from '@sightline/study';
import { useEffect, useState } from 'preact/hooks';
import { SEED } from '../state/workbench.ts';
import type { Opened } from '../study/history.ts';
import { type Scene, sceneOf } from '../study/scene.ts';
import { longWork } from '../work/long-work.ts';
import type { Answer, Results } from '../work/question.ts';

/** A version that is compared: what it was called, and the study. */
export interface Version {
  label: string;
  study: Opened;
}

export interface ValuedVersion extends Version {
  scene: Scene | undefined;
  /** undefined while they are computed. */
  answer: Answer<Results['value']> | undefined;
}

/** The values of a version, computed in a worker of its own. */
export function useValued(version: Version): ValuedVersion {
  const { name, text, files } = version.study;
  const [answer, setAnswer] = useState<Answer<Results['value']> | undefined>(undefined);
  useEffect(() => {
    setAnswer(undefined);
    return longWork<Results['value']>({ command: 'value' }, { study: name, text, seed: SEED }, files, {
      onAnswer: setAnswer,
    });
  }, [name, text, files]);
  return { ...version, scene: sceneOf(parseStudy(name, text)), answer };
}
