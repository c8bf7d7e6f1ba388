import { addAbortSignal } from 'node:stream';
import { semaphore, type Release } from '../../flow/semaphore.js';
import { unlessAborted } from '../../flow/unless-aborted.js';
import { isReplaced, type ByteStore, type ObjectInfo } from '../../formats/bytes.js';
import { digestStream } from '../../formats/digests/digested.js';

/** The key and the state of an object when it was listed or looked up. */
export type SeenObject = Pick<ObjectInfo, 'bucket' | 'key' | 'etag' | 'size'>;

/** Reads objects for their SHA-256. */
export interface DigestReader {
  /** How many objects are read concurrently for one holder. */
  readonly concurrency: number;
  /**
   * The SHA-256 of the object, lower-case hex; null where it was deleted or replaced. Rejects with ByteStoreFault, and
   * with the reason of `until` as soon as that aborts: a reading that is under way then continues to its end, however
   * long that takes, and its result is passed to `late`. Concurrent calls for the same object share one reading.
   */
  read(object: SeenObject, reading: DigestReading): Promise<string | null>;
}

export interface DigestReading {
  /** Whose share the reading is of, as in `Shares`. */
  readonly holder: string;
  readonly until: AbortSignal;
  readonly late: (sha256: string) => Promise<void>;
}

/** A reading may take hours, also after its request was answered. */
const READINGS = { places: 4, each: 2, kept: 1 };

/** `signal` stops every reading, when the process ends. */
export const openDigestReader = (bytes: ByteStore, signal?: AbortSignal): DigestReader => {
  const underWay = new Map<string, Promise<string | null>>();
  const places = semaphore(READINGS);

  const begin = (object: SeenObject, name: string, release: Release): Promise<string | null> => {
    const reading = readDigest(bytes, object, signal).finally(() => {
      underWay.delete(name);
      release();
    });
    underWay.set(name, reading);
    return reading;
  };

  /** Waiting may take long, so both conditions are checked again. */
  const whenFree = async (
    object: SeenObject,
    name: string,
    { holder, until }: DigestReading,
  ): Promise<string | null> => {
    const release = await places.acquire(until, holder);
    const running = underWay.get(name);
    if (running === undefined && !until.aborted) return begin(object, name, release);
    release();
    until.throwIfAborted();
    return running ?? null;
  };

  return {
    concurrency: READINGS.each,
    async read(object, wanted) {
      const { until, late } = wanted;
      until.throwIfAborted();
      const name = JSON.stringify([object.bucket, object.key, object.etag]);
      const reading = underWay.get(name) ?? whenFree(object, name, wanted);
      const passLate = async (): Promise<void> => {
        const sha256 = await reading;
        if (until.aborted && sha256 !== null) await late(sha256);
      };
      passLate().catch(() => undefined); // the next request meets the fault again
      return unlessAborted(reading, until);
    },
  };
};

/**
 * The SHA-256 of the object, lower-case hex. Null for one that was replaced while it was read: its bytes need not be
 * those of the object seen. Rejects with ByteStoreFault, and when the signal aborts.
 */
export const readDigest = async (
  bytes: ByteStore,
  { bucket, key, etag, size }: SeenObject,
  signal?: AbortSignal,
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
