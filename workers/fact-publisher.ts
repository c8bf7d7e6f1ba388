import type { Recorded } from '../events/envelope.js';

/**
 * Where the relay hands facts over. `publish` may be called again before it has resolved; the facts are accepted in
 * the order of the calls. It resolves once the broker alone answers for the fact, so that the relay may forget it.
 */
export interface FactPublisher {
  publish(fact: Recorded): Promise<void>;
}
