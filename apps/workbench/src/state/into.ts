import type { Signal } from '@preact/signals';

/** Takes what a field tells over into a signal. */
export const into =
  <Value>(signal: Signal<Value>) =>
  (value: Value): void => {
    signal.value = value;
  };
