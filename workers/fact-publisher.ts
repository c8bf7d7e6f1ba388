import type { Position, RecordedFact } from '../events/envelope.js';

/**
 * The port by which the relay publishes facts. `publish` may be called again before it has resolved; the facts keep the
 * order of the calls. It resolves once the broker has stored the fact durably.
 */
export interface FactPublisher {
  publish(fact: RecordedFact): Promise<void>;
  /**
   * Finds what was published before, where no position is known, and answers the position of a published fact, as new a
   * one as can be found; null where there is none. Afterwards `publish` may pass over facts that the broker has.
   */
  resume(): Promise<Position | null>;
}
