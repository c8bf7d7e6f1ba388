import type { StreamState } from './decide.js';

/** An event on its way into a stream. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface StoredEvent extends NewEvent {
  readonly stream: string;
  readonly revision: number;
  /** Where its record begins in the log; commit and prepare are the same. */
  readonly position: bigint;
  /** Since 1970, in units of 100 nanoseconds. */
  readonly created: bigint;
}

/** What the name of a stream that describes another begins with. */
export const METADATA = '$$';

/** The `$tb` of a stream that was deleted. */
export const SOFT_DELETED = 9_223_372_036_854_775_807n;

interface StreamMetadata {
  readonly $tb?: number;
  readonly $maxCount?: number;
}

/** One stream with its index, of what no scavenge has removed. */
export interface Stream extends Omit<StreamState, 'recent'> {
  readonly events: readonly StoredEvent[];
  /** The first revision that a reader sees, by `$tb` and `$maxCount`. */
  readonly firstVisible: number;
  at(revision: number): StoredEvent | undefined;
  /** Whether a scavenge may remove an event: hidden from readers and not the last one, or of a stream deleted for ever. */
  isRemovable(event: StoredEvent): boolean;
  /** Removes events from the beginning of the stream. */
  remove(events: ReadonlySet<StoredEvent>): void;
  add(event: StoredEvent): void;
  tombstone(): void;
  describe(metadata: Uint8Array): void;
}

const metadataIn = (text: Uint8Array): StreamMetadata => {
  try {
    return JSON.parse(Buffer.from(text).toString()) as StreamMetadata;
  } catch {
    return {};
  }
};

/** A stream of metadata shows its last event alone. */
export const newStream = (name: string): Stream => {
  let events: StoredEvent[] = [];
  let metadata: StreamMetadata | null = null;
  let tombstoned = false;
  const last = (): number => events.at(-1)?.revision ?? -1;
  const at = (revision: number): StoredEvent | undefined => events[revision - (events[0]?.revision ?? 0)];
  const firstVisible = (): number => {
    const { $tb = 0, $maxCount = name.startsWith(METADATA) ? 1 : Infinity } = metadata ?? {};
    return Math.max(0, $tb, last() + 1 - $maxCount);
  };
  return {
    get events() {
      return events;
    },
    get last() {
      return last();
    },
    get isTombstoned() {
      return tombstoned;
    },
    get isSoftDeleted() {
      return BigInt(metadata?.$tb ?? 0) >= SOFT_DELETED;
    },
    get hasMetadata() {
      return metadata !== null;
    },
    get firstVisible() {
      return firstVisible();
    },
    at,
    idAt: (revision) => at(revision)?.id,
    isRemovable: ({ revision }) => tombstoned || (revision < last() && revision < firstVisible()),
    remove: (removed) => void (events = events.filter((event) => !removed.has(event))),
    add: (event) => void events.push(event),
    tombstone: () => void (tombstoned = true),
    describe: (text) => void (metadata = metadataIn(text)),
  };
};
