import { timeLimit } from '../../flow/time-limit.js';
import type { Deadline } from '../../flow/deadline.js';

/** The part of a deadline that long work may take; the rest is for the steps after it. */
const SHARE = 0.6;

/** Aborts when long work must stop so that its request can still be answered in time. */
export const longWorkSignal = ({ ms, ending }: Deadline): AbortSignal =>
  timeLimit(Math.floor(ms * SHARE), ...(ending === undefined ? [] : [ending]));
