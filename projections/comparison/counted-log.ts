import type { Position, RecordedFact } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import type { Tally } from '../../events/tally.js';
import type { TallyRange } from './tally-log.js';

/** The beginning of the log as an earlier comparison has counted it. */
export interface CountedLog {
  /** Of all facts of the categories up to its position. */
  readonly tally: Tally & { readonly position: Position };
  readonly categories: readonly string[];
  /** The last of them. */
  readonly last: Readonly<{ stream: string; revision: string; id: string }>;
}

/** Where the counted beginning of the log is kept from one comparison to the next. Both reject with the faults of the store. */
export interface CountedLogRecord {
  /** Null where none is kept. */
  read(): Promise<CountedLog | null>;
  /** Null removes it. */
  write(counted: CountedLog | null): Promise<void>;
}

export const lastOf = ({ stream, revision, id }: RecordedFact): CountedLog['last'] => ({
  stream,
  revision: String(revision),
  id,
});

/** Whether the log still has a fact: it does not where it was replaced, or restored to an earlier moment. */
const holds = async (
  events: Pick<EventStore, 'read'>,
  { stream, revision, id }: CountedLog['last'],
): Promise<boolean> => {
  for await (const fact of events.read(stream, { from: BigInt(revision), limit: 1 })) return fact.id === id;
  return false;
};

/** What is kept, where these ranges can be counted on from there; null where the log has to be read from its beginning. */
export const countedFor = async (
  record: CountedLogRecord | undefined,
  ranges: readonly TallyRange[],
  events: Pick<EventStore, 'read'>,
): Promise<CountedLog | null> => {
  const counted = (await record?.read()) ?? null;
  if (counted === null) return null;
  const { tally, categories, last } = counted;
  const goesOn = (range: TallyRange): boolean =>
    range.position >= tally.position && range.categories.every((category) => categories.includes(category));
  return ranges.every(goesOn) && (await holds(events, last)) ? counted : null;
};
