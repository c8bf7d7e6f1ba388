import { randomUUID } from 'node:crypto';
import { createCodec } from '../../../events/codec/codec.js';
import type { Fact, Position, NewFact, RecordedFact } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import { openEventStore, type EmbeddedEventStore } from '../../../infra/embedded/event-store/event-store.js';
import type { Log } from '../../../workers/log.js';
import { platformFact } from '../../support/facts/platform-fact.js';
import type { ProcessIdentity } from '../../../workers/presence/process-identity.js';

type NoteFact = Fact<'Noted', { text: string }>;

/** A durable log of its own, for workers that do not care what facts say. */
export const openLog = (): EmbeddedEventStore =>
  openEventStore(
    ':memory:',
    createCodec(
      ['Noted', 'Ignored', 'LeaseRenewed', 'LeaseReleased', 'CheckpointReached', 'ContainerEntriesMoved'].map(
        (type) => ({ type, schema: 1 }),
      ),
    ),
  );

export const identityOf = (holder: string, hasEnded: ProcessIdentity['hasEnded'] = () => false): ProcessIdentity => ({
  holder,
  hasEnded,
  producer: 'test',
  now: () => new Date(0),
});

/** Appends one fact to a stream, wherever it stands. */
export const note = async (events: EventStore, stream: string, text: string): Promise<Position> => {
  const fact: NewFact<NoteFact> = platformFact<NoteFact>({ type: 'Noted', data: { text } }, identityOf('test'));
  const { position } = await events.append(stream, [fact], 'any');
  if (position === null) throw new Error('a first append has a position');
  return position;
};

export const textOf = (fact: RecordedFact): string => (fact.data as NoteFact['data']).text;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A fact as a broker is handed it. */
export const recorded = (stream: string, revision: number, type = 'Noted'): RecordedFact => ({
  ...platformFact({ type, data: { text: `${stream}#${revision}` } }, identityOf('test')),
  id: randomUUID(),
  stream,
  revision: BigInt(revision),
  position: String(revision).padStart(8, '0') as Position,
});

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
