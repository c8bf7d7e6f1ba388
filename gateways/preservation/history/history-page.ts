import type { RecordedFact } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import { cursorOf, type Cursor } from './cursor.js';
import type { HistoryFact } from './sentence.js';

/** A page of a stream, newest first. */
export interface HistoryPage {
  readonly facts: readonly RecordedFact<HistoryFact>[];
  /** Of the next older page; null where this is the last. */
  readonly next: Cursor | null;
}

/** Where a page begins (null for the newest fact), and how many facts it has at most. */
export interface PageRequest {
  readonly from: bigint | null;
  readonly limit: number;
}

/** Reads one page backwards, whatever the length of the stream. */
export const readHistoryPage = async (
  events: Pick<EventStore, 'read'>,
  stream: string,
  { from, limit }: PageRequest,
): Promise<HistoryPage> => {
  const facts: RecordedFact<HistoryFact>[] = [];
  const options = { direction: 'backwards', limit, ...(from === null ? {} : { from }) } as const;
  for await (const fact of events.read<HistoryFact>(stream, options)) facts.push(fact);
  const oldest = facts.at(-1)?.revision ?? 0n;
  return { facts, next: oldest === 0n ? null : cursorOf(stream, oldest - 1n) };
};
