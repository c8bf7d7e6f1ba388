import { existsSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

/** Names the folder in memory that a run is given by whoever starts it. */
export const MEMORY_SETTING = 'MUNIMENT_TEST_MEMORY';

const MEMORY = '/dev/shm';
const LEAST_BYTES = 4 * 1024 ** 3;

/**
 * A folder in memory for the temporary files of specs, which else wait for a disk most of their time. Null where the
 * environment names a folder for temporary files (`TMPDIR`), or where it or the machine has less than 4 GiB free.
 */
export const memoryFolder = (environment: Readonly<Record<string, string | undefined>>): string | null => {
  if ((environment['TMPDIR'] ?? '') !== '' || !existsSync(MEMORY)) return null;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= LEAST_BYTES && freemem() >= LEAST_BYTES ? MEMORY : null;
};
