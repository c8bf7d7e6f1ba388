import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * A thread that has read a large METS holds half as much garbage as it holds of the METS, or more. V8 lets it be until the
 * heap has grown to a multiple of what the last collection left, or has rested for some twenty seconds; meanwhile the next
 * thread takes its own. No limit that a thread can be given changes that without refusing large documents or collecting
 * far more often. Node has `gc` only under a flag of V8, which the options of a thread cannot set; contexts that begin
 * while it is set have the function. The flag is that of all threads: one that took it back would take it from another
 * that begins at the same time, so it stays set.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects the garbage of the calling thread, in about a millisecond for each megabyte that stays. */
export const collectGarbage = (): void => {
  collect();
};
