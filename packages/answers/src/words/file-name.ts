import { printable } from '@sightline/study';

/** A file as it is told to people; `-` is how a command names its standard input. */
export const fileName = (file: string): string => (file === '-' ? 'standard input' : printable(file));
