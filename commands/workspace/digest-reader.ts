import { addAbortSignal } from 'node:stream';
import { semaphore, type Release } from '../../flow/semaphore.js';
import { unlessAborted } from '../../flow/unless-aborted.js';
import { ByteStoreFault, type ByteStore, type ObjectInfo } from '../../formats/bytes.js';
import { digestStream } from '../../formats/digests/digested.js';

/** An object as it was looked at. */
export type SeenObject = Pick<ObjectInfo, 'bucket' | 'key' | 'etag' | 'size'>;

/** Reads objects for their SHA-256. */
export interface DigestReader {
  /** How many are read at once, whoever asks for them. */
  readonly atOnce: number;
  /**
   * The lower-case hex of the object as it was seen; null once it is gone or another one. Rejects with ByteStoreFault,
   * and with the reason of `until` as soon as that aborts: nothing is begun then, but what was begun is read to its
   * end, however long that takes, and told to `late`. Whoever asks for it meanwhile waits for the same reading.
   */
  read(object: SeenObject, until: AbortSignal, late: (sha256: string) => Promise<void>): Promise<string | null>;
}

export interface DigestReaderOptions {
  readonly atOnce?: number;
  /** Breaks every reading off: the process ends. */
  readonly ending?: AbortSignal | undefined;
}

const AT_ONCE = 4;

export const openDigestReader = (
  bytes: ByteStore,
  { atOnce = AT_ONCE, ending }: DigestReaderOptions = {},
): DigestReader => {
  const underWay = new Map<string, Promise<string | null>>();
  const readings = semaphore(atOnce);

  const begin = (object: SeenObject, name: string, leave: Release): Promise<string | null> => {
    const reading = digestOf(bytes, object, ending).finally(() => {
      underWay.delete(name);
      leave();
    });
    underWay.set(name, reading);
    return reading;
  };

  /** A turn may come long after, so that both questions are asked again. */
  const inTurn = async (object: SeenObject, name: string, until: AbortSignal): Promise<string | null> => {
    const leave = await readings.acquire();
    const running = underWay.get(name);
    if (running === undefined && !until.aborted) return begin(object, name, leave);
    leave();
    until.throwIfAborted();
    return running ?? null;
  };

  return {
    atOnce,
    async read(object, until, late) {
      until.throwIfAborted();
      const name = JSON.stringify([object.bucket, object.key, object.etag]);
      const reading = underWay.get(name) ?? inTurn(object, name, until);
      const tellLate = async (): Promise<void> => {
        const sha256 = await reading;
        if (until.aborted && sha256 !== null) await late(sha256);
      };
      tellLate().catch(() => undefined); // whoever asks again hears of it
      return unlessAborted(reading, until);
    },
  };
};

/** What was written over while it was read is vouched for by nobody, though its bytes came whole. */
const digestOf = async (
  bytes: ByteStore,
  { bucket, key, etag, size }: SeenObject,
  ending: AbortSignal | undefined,
): Promise<string | null> => {
  try {
    const { stream } = await bytes.get({ bucket, key }, { etag });
    const read = await digestStream(ending === undefined ? stream : addAbortSignal(ending, stream));
    const now = await bytes.head({ bucket, key });
    return now?.etag === etag && now.size === size && read.size === size ? read.sha256 : null;
  } catch (error) {
    if (error instanceof ByteStoreFault && isReplaced(error)) return null;
    throw error;
  }
};

const isReplaced = ({ code }: ByteStoreFault): boolean => code === 'precondition-failed' || code === 'object-not-found';
