import type { Fact, Recorded } from '../../events/envelope.js';

/** A fact that stands in its stream, whether it was read from the log or has just been written to it. */
export type Happened<F extends Fact = Fact> = F & Omit<Recorded, 'type' | 'data' | 'position'>;
