import type { FactPublisher } from '../../../workers/fact-publisher.js';

/** A publisher to a broker that has nothing yet. */
export const intoEmptyBroker = (publish: FactPublisher['publish']): FactPublisher => ({
  publish,
  resume: () => Promise.resolve(null),
});
