import { addAbortSignal } from 'node:stream';
import { semaphore, type Release } from '../../../flow/sharing/semaphore.js';
import { unlessAborted } from '../../../flow/unless-aborted.js';
import { digestsOf } from '../../../formats/bagit/algorithms.js';
import { isReplaced, type ByteStore, type ObjectInfo } from '../../../formats/bytes.js';

/** The key and the state of an object when it was listed or looked up. */
export type SeenObject = Pick<ObjectInfo, 'bucket' | 'key' | 'etag' | 'size'>;

/** An object that is to be read, and for which digests. */
export interface ObjectToRead extends SeenObject {
  /** Those needed beside SHA-256, as manifests of bags name them. */
  readonly algorithms?: readonly string[];
}

/** Digests of the bytes of an object, in lower-case hex. */
export interface ReadDigests {
  readonly sha256: string;
  /** By algorithm. */
  readonly others?: Readonly<Record<string, string>>;
}

/** Reads objects for their digests. */
export interface DigestReader {
  /** How many objects are read concurrently for one holder. */
  readonly concurrency: number;
  /**
   * The digests of the object, which is read once; null where it was deleted or replaced. Rejects with ByteStoreFault, and
   * with the reason of `until` as soon as that aborts: a reading that is under way then continues to its end, however
   * long that takes, and its result is passed to `late`. Concurrent calls for the same digests share one reading.
   */
  read(object: ObjectToRead, reading: DigestReading): Promise<ReadDigests | null>;
}

export interface DigestReading {
  /** Whose share the reading is of, as in `Shares`. */
  readonly holder: string;
  readonly until: AbortSignal;
  readonly late: (read: ReadDigests) => Promise<void>;
}

/** A reading may take hours, also after its request was answered. */
const READINGS = { places: 4, each: 2, kept: 1 };

/** `signal` stops every reading, when the process ends. */
export const openDigestReader = (bytes: ByteStore, signal?: AbortSignal): DigestReader => {
  const underWay = new Map<string, Promise<ReadDigests | null>>();
  /** The readings for which calls wait, and how many; aborted when the reading begins. */
  const awaited = new Map<string, { readonly begun: AbortController; calls: number }>();
  const places = semaphore(READINGS);

  const begin = (object: ObjectToRead, name: string, release: Release): Promise<ReadDigests | null> => {
    const reading = readDigests(bytes, object, signal).finally(() => {
      underWay.delete(name);
      release();
    });
    underWay.set(name, reading);
    awaited.get(name)?.begun.abort();
    return reading;
  };

  /** A place for a reading; null where the same reading has begun meanwhile. */
  const placeFor = async (name: string, { holder, until }: DigestReading): Promise<Release | null> => {
    const waiting = awaited.get(name) ?? { begun: new AbortController(), calls: 0 };
    awaited.set(name, waiting);
    waiting.calls++;
    try {
      return await places.acquire(AbortSignal.any([until, waiting.begun.signal]), holder);
    } catch (error) {
      if (until.aborted || !waiting.begun.signal.aborted) throw error;
      return null;
    } finally {
      if (--waiting.calls === 0) awaited.delete(name);
    }
  };

  /** Waiting may take long, so both conditions are checked again. */
  const whenFree = async (object: ObjectToRead, name: string, reading: DigestReading): Promise<ReadDigests | null> => {
    const release = await placeFor(name, reading);
    const running = underWay.get(name);
    if (release === null) return running ?? whenFree(object, name, reading);
    if (running === undefined && !reading.until.aborted) return begin(object, name, release);
    release();
    reading.until.throwIfAborted();
    return running ?? null;
  };

  return {
    concurrency: READINGS.each,
    async read(object, wanted) {
      const { until, late } = wanted;
      until.throwIfAborted();
      const name = JSON.stringify([object.bucket, object.key, object.etag, object.algorithms ?? []]);
      const reading = underWay.get(name) ?? whenFree(object, name, wanted);
      const passLate = async (): Promise<void> => {
        const read = await reading;
        if (until.aborted && read !== null) await late(read);
      };
      passLate().catch(() => undefined); // the next request meets the fault again
      return unlessAborted(reading, until);
    },
  };
};

/**
 * The digests of the object. Null for one that was replaced while it was read: its bytes need not be those of the object
 * seen. Rejects with ByteStoreFault, and when the signal aborts.
 */
export const readDigests = async (
  bytes: ByteStore,
  { bucket, key, etag, size, algorithms = [] }: ObjectToRead,
  signal?: AbortSignal,
): Promise<ReadDigests | null> => {
  try {
    const { stream } = await bytes.get({ bucket, key }, { etag });
    if (signal !== undefined) addAbortSignal(signal, stream);
    const read = await digestsOf(stream as AsyncIterable<Buffer>, ['sha256', ...algorithms]);
    const [sha256 = '', ...found] = read.digests;
    const now = await bytes.head({ bucket, key });
    if (now?.etag !== etag || now.size !== size || read.size !== size) return null;
    return { sha256, others: Object.fromEntries(algorithms.map((each, index) => [each, found[index] ?? ''])) };
  } catch (error) {
    if (isReplaced(error)) return null;
    throw error;
  }
};
