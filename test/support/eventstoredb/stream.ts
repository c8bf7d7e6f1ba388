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

/** The `$tb` of a stream that was deleted. */
export const SOFT_DELETED = 9_223_372_036_854_775_807n;

interface StreamMetadata {
  readonly $tb?: number;
  readonly $maxCount?: number;
}

/** One stream with its index. */
export interface Stream extends StreamState {
  readonly events: readonly StoredEvent[];
  /** The first revision that a reader sees, by `$tb` and `$maxCount`. */
  readonly firstVisible: number;
  add(event: StoredEvent): void;
  tombstone(): void;
  describe(metadata: Uint8Array): void;
  forgetRecent(): void;
}

export const newStream = (): Stream => {
  const events: StoredEvent[] = [];
  const recent = new Map<string, number>();
  let metadata: StreamMetadata | null = null;
  let tombstoned = false;
  const last = (): number => events.length - 1;
  return {
    events,
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
      const { $tb = 0, $maxCount = Infinity } = metadata ?? {};
      return Math.max(0, $tb, events.length - $maxCount);
    },
    idAt: (revision) => events[revision]?.id,
    recent: (id) => recent.get(id),
    add(event) {
      events.push(event);
      recent.set(event.id, event.revision);
    },
    tombstone: () => void (tombstoned = true),
    describe(text) {
      try {
        metadata = JSON.parse(Buffer.from(text).toString()) as StreamMetadata;
      } catch {
        metadata = {};
      }
    },
    forgetRecent: () => recent.clear(),
  };
};
