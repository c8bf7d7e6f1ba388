import { pause } from '../../flow/pause.js';

/** Each of them is answered with 503 until what it reads is built. */
const BUILT = ['/deposits', '/jobs', '/children', '/agents', '/search?text=box'];
const POLL_MS = 1_000;
const UNAVAILABLE = 503;

const isBuilt = async (preservation: string): Promise<boolean> => {
  for (const path of BUILT) {
    const { status, body } = await fetch(preservation + path);
    await body?.cancel();
    if (status === UNAVAILABLE) return false;
  }
  return true;
};

/** Resolves when a preservation service has every view and its search indexes. */
export const untilBuilt = async (preservation: string): Promise<void> => {
  while (!(await isBuilt(preservation))) await pause(POLL_MS);
};
