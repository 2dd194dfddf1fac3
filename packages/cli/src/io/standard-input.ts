/** What stands for standard input in place of a file’s name. A file of this name is `./-`. */
export const STANDARD_INPUT = '-';
