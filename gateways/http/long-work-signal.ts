import type { Deadline } from '../../flow/deadline.js';

/** How much of a deadline long work may take; the rest is for what follows it. */
const SHARE = 0.6;

/** Aborts when long work has to be broken off so that its request is still answered in time. */
export const longWorkSignal = ({ ms, ending }: Deadline): AbortSignal => {
  const late = AbortSignal.timeout(Math.floor(ms * SHARE));
  return ending === undefined ? late : AbortSignal.any([late, ending]);
};
