import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { ByteStoreFault, type ByteStoreFaultCode, type ObjectAddress, type PutResult } from '../../../formats/bytes.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { readWhole } from '../../../formats/read-whole.js';
import { collected } from '../../support/collected.js';
import { failureOf } from '../../support/failure-of.js';

/** What the suite runs against: a store that is open, with two buckets that hold nothing the suite relies on. */
export interface ByteStoreUnderTest {
  readonly store: ObjectStore;
  /** Where objects are put. */
  readonly bucket: string;
  /** Another bucket of the same store, to copy to. */
  readonly other: string;
  /** Whether `bucket` holds every legal key, or only those that are also legal file paths. */
  readonly anyKey: boolean;
  /**
   * Whether a key and one below it (`a`, `a/b`) are both held, the second is refused, or the one below is held and
   * left out of listings.
   */
  readonly nested: 'held' | 'refused' | 'unlisted';
  /** Whether the condition of a copy holds when the copy is made, or only when it is looked at before. */
  readonly conditionalCopies: boolean;
  /** Begins a multipart upload of some bytes, as a client of the store does. */
  beginUpload(at: ObjectAddress): Promise<void>;
  /** Keys of the uploads that were begun and not completed. */
  uploads(bucket: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The store as a test sees it: with a prefix of its own, below which there is nothing yet. */
export interface StoreInTest extends Omit<ByteStoreUnderTest, 'close'> {
  readonly prefix: string;
  /** A key below the prefix. */
  at(key: string): ObjectAddress;
  putStream(key: string, bytes: Buffer): Promise<PutResult>;
  bytesAt(address: ObjectAddress): Promise<Buffer>;
  /** The keys below the prefix, or below another. */
  listed(below?: string, after?: string): Promise<string[]>;
}

export const storeInTest = (under: ByteStoreUnderTest): StoreInTest => {
  const { store, bucket } = under;
  const prefix = `${randomUUID()}/`;
  const at = (key: string): ObjectAddress => ({ bucket, key: prefix + key });
  return {
    ...under,
    prefix,
    at,
    putStream: (key, bytes) => store.put(at(key), { stream: inPieces(bytes), size: bytes.length }),
    bytesAt: async (address) => (await readWhole(store, address)).bytes,
    async listed(below = prefix, after) {
      const found = await collected(store.list(bucket, below, after === undefined ? {} : { after }));
      return found.map(({ key }) => key);
    },
  };
};

export const pattern = (size: number, seed: number): Buffer => Buffer.alloc(size, Buffer.from(`${seed}:muniment\n`));

/** A body that arrives in pieces, as from a socket. */
export const inPieces = (bytes: Buffer, piece = 65_536): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    })(),
  );

export const drain = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

export const faultOf = async (call: Promise<unknown>): Promise<ByteStoreFault> => {
  const outcome = await failureOf(call);
  expect(outcome, 'a fault').to.be.instanceOf(ByteStoreFault);
  return outcome as ByteStoreFault;
};

export const expectFault = async (call: Promise<unknown>, code: ByteStoreFaultCode): Promise<void> => {
  expect((await faultOf(call)).code).to.equal(code);
};

export const inParallel = async <T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> => {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of queue) await work(item);
    }),
  );
};

/** Names that file systems and URLs are known to spoil, and that every store must carry unchanged. */
export const ODD_NAMES = [
  'with space',
  ' leading and trailing ',
  'hash#tag',
  'per%cent',
  '100%25',
  'plus+and&ampersand',
  'question?mark=1',
  `quo'te"s`,
  'back\\slash',
  'tab\tand\nnewline',
  'colon:semi;comma,',
  '<angle>{brace}[bracket]|^~`$!*()',
  'two..dots',
  '..hidden',
  '...',
  'caf\u00e9 composed',
  'cafe\u0301 decomposed',
  '\u{1f4dc} scroll',
  '\uff5e wide tilde',
  'Ω/β/γ',
];
