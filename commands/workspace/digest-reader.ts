import { addAbortSignal } from 'node:stream';
import { semaphore, type Release } from '../../flow/semaphore.js';
import { unlessAborted } from '../../flow/unless-aborted.js';
import { isReplaced, type ByteStore, type ObjectInfo } from '../../formats/bytes.js';
import { digestStream } from '../../formats/digests/digested.js';

/** The key and the state of an object when it was listed or looked up. */
export type SeenObject = Pick<ObjectInfo, 'bucket' | 'key' | 'etag' | 'size'>;

/** Reads objects for their SHA-256. */
export interface DigestReader {
  /** How many objects are read concurrently, for all callers together. */
  readonly concurrency: number;
  /**
   * The SHA-256 of the object, lower-case hex; null where it was deleted or replaced. Rejects with ByteStoreFault, and
   * with the reason of `until` as soon as that aborts: a reading that is under way then continues to its end, however
   * long that takes, and its result is passed to `late`. Concurrent calls for the same object share one reading.
   */
  read(object: SeenObject, until: AbortSignal, late: (sha256: string) => Promise<void>): Promise<string | null>;
}

export interface DigestReaderOptions {
  readonly concurrency?: number;
  /** Stops every reading, when the process ends. */
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_CONCURRENCY = 4;

export const openDigestReader = (
  bytes: ByteStore,
  { concurrency = DEFAULT_CONCURRENCY, signal }: DigestReaderOptions = {},
): DigestReader => {
  const underWay = new Map<string, Promise<string | null>>();
  const places = semaphore(concurrency);

  const begin = (object: SeenObject, name: string, release: Release): Promise<string | null> => {
    const reading = digestOf(bytes, object, signal).finally(() => {
      underWay.delete(name);
      release();
    });
    underWay.set(name, reading);
    return reading;
  };

  /** Waiting may take long, so both conditions are checked again. */
  const whenFree = async (object: SeenObject, name: string, until: AbortSignal): Promise<string | null> => {
    const release = await places.acquire();
    const running = underWay.get(name);
    if (running === undefined && !until.aborted) return begin(object, name, release);
    release();
    until.throwIfAborted();
    return running ?? null;
  };

  return {
    concurrency,
    async read(object, until, late) {
      until.throwIfAborted();
      const name = JSON.stringify([object.bucket, object.key, object.etag]);
      const reading = underWay.get(name) ?? whenFree(object, name, until);
      const passLate = async (): Promise<void> => {
        const sha256 = await reading;
        if (until.aborted && sha256 !== null) await late(sha256);
      };
      passLate().catch(() => undefined); // the next request meets the fault again
      return unlessAborted(reading, until);
    },
  };
};

/** Null for an object that was replaced while it was read: its bytes need not be those of the object seen. */
const digestOf = async (
  bytes: ByteStore,
  { bucket, key, etag, size }: SeenObject,
  signal: AbortSignal | undefined,
): Promise<string | null> => {
  try {
    const { stream } = await bytes.get({ bucket, key }, { etag });
    const read = await digestStream(signal === undefined ? stream : addAbortSignal(signal, stream));
    const now = await bytes.head({ bucket, key });
    return now?.etag === etag && now.size === size && read.size === size ? read.sha256 : null;
  } catch (error) {
    if (isReplaced(error)) return null;
    throw error;
  }
};
