import { randomUUID } from 'node:crypto';
import type { ContainerFact } from '../../events/container.js';
import type { Position, Proposed } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import { timestampOf } from '../../events/time.js';
import { platformFact, type ProcessIdentity } from '../../workers/platform-fact.js';

type Reserved = Extract<ContainerFact, { type: 'ChildReserved' }>;

export const IDENTITY: ProcessIdentity = { holder: randomUUID(), producer: '0.1.0', now: () => new Date() };

const DATA_BYTES = 1_000;
const STREAMS = 200;
const FACTS_PER_APPEND = 10;

/** A public fact with 1 KB of data, which creates one document of the repository's view. */
export const reservation = (parent: string, name: string): Proposed<Reserved> => {
  const rest = { path: parent, name, kind: 'container', jobId: null, by: 'Maja Lind' } as const;
  const data = { ...rest, displayName: '', at: timestampOf(new Date()) };
  const displayName = 'Letters '.repeat(DATA_BYTES / 8).slice(0, DATA_BYTES - JSON.stringify(data).length);
  return platformFact<Reserved>({ type: 'ChildReserved', data: { ...data, displayName } }, IDENTITY);
};

/** Fills a log with such facts, alternating between streams; answers the position of the last one. */
export const fillLog = async (events: EventStore, count: number): Promise<Position> => {
  const streams = Array.from({ length: STREAMS }, (_, index) => ({ name: `container-${randomUUID()}`, index }));
  for (let turn = 0; turn < count / STREAMS / FACTS_PER_APPEND; turn++) {
    const append = ({ name, index }: { readonly name: string; readonly index: number }) => {
      const facts = Array.from({ length: FACTS_PER_APPEND }, (_, each) =>
        reservation(`box-${index}`, `letter-${turn * FACTS_PER_APPEND + each}`),
      );
      return events.append(name, facts, turn === 0 ? 'none' : BigInt(turn * FACTS_PER_APPEND - 1));
    };
    await Promise.all(streams.map(append));
  }
  const head = await events.head();
  if (head === null) throw new Error('the log is empty');
  return head;
};
