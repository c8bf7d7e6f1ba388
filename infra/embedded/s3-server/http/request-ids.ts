import { randomBytes } from 'node:crypto';

/** Ids of requests: one random stem a server, then a count. */
export const requestIds = (): (() => string) => {
  const stem = randomBytes(5).toString('hex').toUpperCase();
  let count = 0;
  return () => stem + (count++).toString(16).toUpperCase().padStart(6, '0');
};
