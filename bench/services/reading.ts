import { randomUUID } from 'node:crypto';
import type { Position, Recorded } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import type { DocumentStore } from '../../projections/documents.js';
import { openProjector } from '../../projections/projector/projector.js';
import { repository } from '../../projections/repository/repository.js';
import type { FactPublisher } from '../../workers/fact-publisher.js';
import { relay, RELAYED } from '../../workers/relay.js';
import { IDENTITY } from './facts.js';
import { complaints, warnUnexpected } from './log.js';

const PATIENCE_MS = 60_000;

/** Only reads the log up to a fact, like relay and projector. */
export const decode = async (events: EventStore, last: Position): Promise<Recorded[]> => {
  const over = new AbortController();
  const facts: Recorded[] = [];
  for await (const delivery of events.subscribe({ categories: RELAYED }, over.signal)) {
    if (delivery.kind !== 'fact') continue;
    facts.push(delivery.fact);
    if (delivery.fact.position === last) break;
  }
  over.abort();
  return facts;
};

/** Relays the log up to a fact, and answers how many seconds that took. */
export const secondsToRelay = async (events: EventStore, publisher: FactPublisher, last: Position): Promise<number> => {
  const begun = performance.now();
  const relaying = await relay({ events, publisher, identity: IDENTITY, log: complaints });
  await relaying.reached(last);
  const seconds = (performance.now() - begun) / 1000;
  await relaying.stop();
  return seconds;
};

/** Projects the log up to a fact into an empty view, and answers how many seconds that took. */
export const secondsToProject = async (
  events: EventStore,
  documents: DocumentStore,
  last: Position,
): Promise<number> => {
  const onFault = (view: string, fault: unknown): void =>
    warnUnexpected('A projector failed', { view, fault: String(fault) });
  const begun = performance.now();
  const { projector } = openProjector(repository, { events, documents, holder: randomUUID(), onFault });
  if (!(await projector.reached(last, PATIENCE_MS)))
    throw new Error('the projector did not come to the end of the log');
  const seconds = (performance.now() - begun) / 1000;
  await projector.close();
  return seconds;
};
