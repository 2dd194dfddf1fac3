import type { FunctionComponent } from 'preact';
import { Design } from './design/design.tsx';
import { InvisibleDirections } from './four-points/invisible-directions.tsx';
import { RestoringIdentification } from './four-points/restoring-identification.tsx';
import { TwoWorlds } from './four-points/two-worlds.tsx';
import { WhatAProtocolIs } from './one-look/what-a-protocol-is.tsx';
import { Recordings } from './recordings/recordings.tsx';
import { Resolution } from './resolution/resolution.tsx';

export const CHAPTER_LIST: readonly { title: string; Content: FunctionComponent }[] = [
  { title: 'What a protocol is', Content: WhatAProtocolIs },
  { title: 'Two worlds, one benchmark', Content: TwoWorlds },
  { title: 'Invisible directions', Content: InvisibleDirections },
  { title: 'Restoring identification', Content: RestoringIdentification },
  { title: 'Resolution', Content: Resolution },
  { title: 'Design', Content: Design },
  { title: 'Nights and heartbeats', Content: Recordings },
];
