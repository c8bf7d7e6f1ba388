import type { IHeaders } from 'kafkajs';
import type { Position, RecordedFact } from '../../events/envelope.js';
import type { FactReader } from '../../events/public/job-groups.js';
import type { AddressedMessage } from './batch.js';
import type { TopicEnd } from './last-messages.js';
import { partitionOfKey } from './partition-of-key.js';
import { readPointer } from './pointer.js';

/** What topics have of the log, by the last message of each partition. */
export interface Published {
  /** The position of the newest fact among the last messages; null where no partition has a message of this log. */
  readonly newest: Position | null;
  /** Whether the partition of a message has its fact: a relay fills a partition in the order of the log. */
  has(fact: Pick<RecordedFact, 'position'>, addressed: AddressedMessage): boolean;
}

/** The position of the fact that a message is about; null where the log does not have that fact at that position. */
const positionIn = async (events: FactReader, headers: IHeaders | null): Promise<Position | null> => {
  const pointer = headers === null ? null : readPointer(headers);
  if (headers === null || pointer?.ok !== true) return null;
  const { stream, revision, id } = pointer.value;
  for await (const fact of events.read(stream, { from: revision, limit: 1 }))
    if (fact.id === id && fact.position === headers['ce_position']?.toString()) return fact.position;
  return null;
};

/**
 * Judges by the last messages what was published. A message of another log, as after an older log was restored, says
 * nothing. Rejects with EventStoreFault.
 */
export const publishedBy = async (events: FactReader, ends: readonly TopicEnd[]): Promise<Published> => {
  const reached = new Map<string, readonly (Position | null)[]>();
  for (const { topic, last } of ends)
    reached.set(topic, await Promise.all(last.map((headers) => positionIn(events, headers))));
  const positions = [...reached.values()].flat().filter((position) => position !== null);
  return {
    newest: positions.toSorted().at(-1) ?? null,
    has({ position }, { topic, message }) {
      const partitions = reached.get(topic) ?? [];
      const last = partitions.length === 0 ? null : partitions[partitionOfKey(message.key, partitions.length)];
      return last !== null && last !== undefined && position <= last;
    },
  };
};
