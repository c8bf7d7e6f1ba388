import { EventStoreFault } from './store.js';

/** The category ends at the first dash; stores reserve names that begin with a dollar sign. */
const STREAM_NAME = /^[^$-][^-]*-./su;

/**
 * Throws EventStoreFault `stream-name-invalid` for a name that is not `<category>-<id>`, or that a store could alter.
 */
export const checkStreamName = (stream: string): void => {
  // SQLite would cut a name at a NUL, and two streams could become one.
  if (STREAM_NAME.test(stream) && stream.isWellFormed() && !stream.includes('\0')) return;
  throw new EventStoreFault('stream-name-invalid', `${JSON.stringify(stream)} is not <category>-<id>`);
};
