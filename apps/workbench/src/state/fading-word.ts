import { effect, type Signal } from '@preact/signals';

/** Milliseconds: long enough to be read twice, and gone before it is taken for news. */
export const STANDS = 20_000;

/** Lets a message go after a while; what is said meanwhile has its own time. Returns the end of it. */
export function fadingWord(word: Signal<string>, after = STANDS): () => void {
  return effect(() => {
    if (word.value === '') return undefined;
    const timer = setTimeout(() => {
      word.value = '';
    }, after);
    return () => clearTimeout(timer);
  });
}
