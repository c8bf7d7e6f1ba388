import type { Position } from './envelope.js';

/** 2^63, as a position begins. */
const LIMIT = '09223372036854775808';

/**
 * Whether a position can be that of a fact. One of 2^63 or more cannot: servers have given 2^64-1, which is -1 without
 * its sign and means "before every event", and readers have stored it.
 */
export const isOfFact = (position: Position): boolean => position < LIMIT;
