import type { RecordedFact } from '../events/envelope.js';

/**
 * The port by which the relay publishes facts. `publish` may be called again before it has resolved; the facts keep the
 * order of the calls. It resolves once the broker has stored the fact durably.
 */
export interface FactPublisher {
  publish(fact: RecordedFact): Promise<void>;
}
