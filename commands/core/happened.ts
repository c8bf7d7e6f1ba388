import type { Fact, Recorded } from '../../events/envelope.js';

/** A fact of a stream, read from the log or just written to it. */
export type Happened<F extends Fact = Fact> = F & Omit<Recorded, 'type' | 'data' | 'position'>;
