import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/** A third of the share of a core that a thread with the usual priority gets beside it. */
const NICENESS = 5;

/**
 * Lets the calling thread, which computes or writes for long, give way to the thread that serves requests. Does nothing
 * on systems other than Linux, where a thread has no priority of its own.
 */
export const giveWay = (): void => {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS);
  } catch {
    // It works with the priority of the others.
  }
};
