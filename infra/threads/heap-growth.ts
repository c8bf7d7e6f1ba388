import { setFlagsFromString } from 'node:v8';
import { onlyOnce } from '../../flow/only-once.js';
import type { BeginLargeWork } from '../../workers/large-work.js';

/*
 * After a full collection of garbage V8 lets a heap grow to up to four times of what is left before it begins the next one.
 * An import of 100,000 files keeps some 120 MB, which then become 400. With less growth there are more collections: a process
 * that has little in its heap and only answers requests needs a tenth more processor time, so that it is left alone.
 */

/** With fewer files, what is kept of them is small beside the rest. */
const MANY_FILES = 10_000;
/** By how much a heap then grows at most, in percent of what is left. */
const PERCENT = 50;
/** V8's own measure. */
const BY_ITSELF = 0;

/** Has `grow` called with the growth that is wanted, when the first work on very many files begins, and when the last has ended. */
export const largeWork = (grow: (percent: number) => void): BeginLargeWork => {
  let works = 0;
  return (files) => {
    if (files < MANY_FILES) return () => undefined;
    if (works++ === 0) grow(PERCENT);
    return onlyOnce(() => {
      if (--works === 0) grow(BY_ITSELF);
    });
  };
};

/** Has the heaps of this process, those of its threads too, grow less until all work on very many files has ended. */
export const beginLargeWork = largeWork((percent) => setFlagsFromString(`--heap-growing-percent=${percent}`));
