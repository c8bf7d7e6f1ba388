import type { Fact, RecordedFact } from './envelope.js';
import type { EventStore } from './store.js';

/** The newest fact of a stream; null when it has none. */
export const lastFact = async <F extends Fact>(events: EventStore, stream: string): Promise<RecordedFact<F> | null> => {
  for await (const fact of events.read<F>(stream, { direction: 'backwards', limit: 1 })) return fact;
  return null;
};
