import { setFlagsFromString } from 'node:v8';

/** The longest function that V8 optimizes by default, in bytes of its bytecode. */
const USUAL_SIZE = 61_440;

/**
 * Has V8 optimize no function for some time, in milliseconds. What ends within a second runs its code too seldom to gain by
 * it: a fifth of the processor time of `ls -r` of 10,000 files went into TurboFan, in other threads. A program that goes on
 * is optimized after that as usual.
 */
export const optimizeAfter = (ms: number): void => {
  setFlagsFromString('--max-optimized-bytecode-size=0');
  setTimeout(() => setFlagsFromString(`--max-optimized-bytecode-size=${USUAL_SIZE}`), ms).unref();
};
