import type { FunctionComponent } from 'preact';
import { Design } from './design.tsx';
import { InvisibleDirections } from './invisible-directions.tsx';
import { Resolution } from './resolution.tsx';
import { RestoringIdentification } from './restoring-identification.tsx';
import { TwoWorlds } from './two-worlds.tsx';
import { WhatAProtocolIs } from './what-a-protocol-is.tsx';

export const CHAPTER_LIST: readonly { title: string; Content: FunctionComponent }[] = [
  { title: 'What a protocol is', Content: WhatAProtocolIs },
  { title: 'Two worlds, one benchmark', Content: TwoWorlds },
  { title: 'Invisible directions', Content: InvisibleDirections },
  { title: 'Restoring identification', Content: RestoringIdentification },
  { title: 'Resolution', Content: Resolution },
  { title: 'Design', Content: Design },
];
