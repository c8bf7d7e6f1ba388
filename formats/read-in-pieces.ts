import { createHash } from 'node:crypto';
import { atMinimumRate, TooSlow, type MinimumRate } from '../flow/streams/minimum-rate.js';
import { ByteStoreFault, type Body, type ByteStore, type ObjectAddress, type ObjectInfo } from './bytes.js';
import {
  BodyInterrupted,
  isConsistent,
  readDigesting,
  readUntilConsistent,
  type Candidate,
  type Digests,
} from './read-whole.js';

type SizeAndDigest = Pick<Digests, 'size' | 'sha256'>;

interface RecordedDigest {
  readonly algorithm: 'sha256' | 'sha512';
  /** Lower-case hex. */
  readonly value: string;
}

/** Of a store, by the time that is spent waiting for it: the bytes of the largest METS may take half an hour. */
const STORE_PACE: MinimumRate = { leastPerSecond: 100_000, patienceMs: 60_000 };

/** The bytes of a document from their beginning, as often as it is called, with their size and digest at the end. */
export type Pieces = () => AsyncGenerator<Uint8Array, SizeAndDigest, undefined>;

export interface PiecesOptions {
  /** Only the version of the object with this ETag is read. */
  readonly etag?: string;
  /** What was recorded of the bytes, and the error where they have another digest. */
  readonly recorded?: { readonly digest: RecordedDigest; readonly differs: (found: string) => Error } | undefined;
}

/**
 * Has an object read in pieces, without holding it, and gives what came of it. As with `readWhole`, the bytes match the
 * store's record of them, so that `read` may be called again; where it does not take all of them, the rest is fetched.
 * Rejects as `readWhole`, as `read` does, and where the bytes are not those that were recorded; with `store-unavailable`
 * where the store gives them too slowly.
 */
export const readInPieces = <T>(
  store: ByteStore,
  at: ObjectAddress,
  { etag, recorded }: PiecesOptions,
  read: (pieces: Pieces) => Promise<T>,
): Promise<T> => {
  let before: Candidate | null = null;
  return readUntilConsistent(at, async () => {
    const reading = new Reading(store, at, { etag, algorithm: recorded?.digest.algorithm });
    const came = await reading.whatCameOf(read);
    const { info, digests, digest } = await reading.end();
    const isAsRecorded = digest === recorded?.digest.value;
    if (!isAsRecorded && !(await isConsistent(store, info, digests, before))) {
      before = { etag: info.etag, sha256: digests.sha256 };
      return null;
    }
    if (recorded !== undefined && !isAsRecorded) throw recorded.differs(digest);
    return { came };
  }).then(({ came }) => came);
};

interface ReadBytes {
  readonly info: ObjectInfo;
  readonly digests: Digests;
  /** By the algorithm that was asked for. */
  readonly digest: string;
}

/** A reading of an object from its beginning, or several of the same bytes. */
class Reading {
  readonly #at: ObjectAddress;
  readonly #get: (etag: string | undefined) => Promise<Body>;
  readonly #etag: string | undefined;
  readonly #algorithm: RecordedDigest['algorithm'] | undefined;
  #read: ReadBytes | null = null;
  /** The bytes that are being read. */
  #open: ReturnType<Pieces> | null = null;
  #fault: Error | null = null;

  constructor(
    store: ByteStore,
    at: ObjectAddress,
    { etag, algorithm }: { readonly etag: string | undefined; readonly algorithm: 'sha256' | 'sha512' | undefined },
  ) {
    this.#at = at;
    this.#get = (pinned) => store.get(at, { ...(pinned === undefined ? {} : { etag: pinned }), isCompared: true });
    this.#etag = etag;
    this.#algorithm = algorithm;
  }

  /** Rejects with the fault of the store where there was one, else as `read` does. */
  async whatCameOf<T>(read: (pieces: Pieces) => Promise<T>): Promise<T> {
    try {
      return await read(() => (this.#open = this.#pieces()));
    } catch (error) {
      void this.#open?.return({ size: 0, sha256: '' }); // not waited for, since the store may not answer
      throw this.#fault ?? error;
    }
  }

  /** Fetches what was not taken, and gives what all came to. */
  async end(): Promise<ReadBytes> {
    const open = this.#open ?? this.#pieces();
    while ((await open.next()).done !== true);
    if (this.#read === null) throw this.#fault ?? new Error('the bytes were not read to their end');
    return this.#read;
  }

  async *#pieces(): ReturnType<Pieces> {
    try {
      return yield* atMinimumRate(this.#bytes(), STORE_PACE);
    } catch (error) {
      if (!(error instanceof TooSlow)) throw error;
      const { bucket, key } = this.#at;
      const message = `the store gives the bytes of ${bucket}/${key} too slowly`;
      throw (this.#fault = new ByteStoreFault('store-unavailable', message, { cause: error }));
    }
  }

  async *#bytes(): ReturnType<Pieces> {
    const hash = this.#algorithm === 'sha512' ? createHash('sha512') : null;
    try {
      const body = await this.#get(this.#etag ?? this.#read?.info.etag);
      const digests = yield* readDigesting(body, hash);
      if (this.#read !== null && this.#read.digests.sha256 !== digests.sha256)
        throw new BodyInterrupted('', { cause: new Error('the bytes were other ones the second time') });
      this.#read = { info: body.info, digests, digest: hash?.digest('hex') ?? digests.sha256 };
      return { size: digests.size, sha256: digests.sha256 };
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }
}

/** All bytes of pieces, of which there are likely to be as many as `size`. */
export const gathered = async (pieces: ReturnType<Pieces>, size: number): Promise<Buffer> => {
  let bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for await (const piece of pieces) {
    const end = at + piece.length;
    if (end > bytes.length) bytes = Buffer.concat([bytes.subarray(0, at)], Math.max(end, 2 * bytes.length));
    bytes.set(piece, at);
    at = end;
  }
  return bytes.subarray(0, at);
};

/** Bytes that are there already, in pieces. */
export const piecesOf = (bytes: Uint8Array, digested: SizeAndDigest): Pieces =>
  // oxlint-disable-next-line typescript/require-await -- read as what is fetched
  async function* () {
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
    return digested;
  };

/** In bytes: large enough that the work for each is small beside that for its text. */
const PIECE = 64 * 1024;
