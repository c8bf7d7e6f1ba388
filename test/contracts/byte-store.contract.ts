import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { ByteStoreFault, type ByteStoreFaultCode, type ObjectAddress, type Stored } from '../../formats/bytes.js';
import { readWhole } from '../../formats/read-whole.js';
import type { ObjectStore } from '../../formats/object-store.js';
import { EVERY_MIXED, mixedReads } from '../support/faults/mixed-reads.js';
import { compareUtf8 } from '../../formats/paths/utf8-order.js';

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

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const pattern = (size: number, seed: number): Buffer => Buffer.alloc(size, Buffer.from(`${seed}:muniment\n`));

/** A body that arrives in pieces, as from a socket. */
const inPieces = (bytes: Buffer, piece = 65_536): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    })(),
  );

const drain = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const faultOf = async (call: Promise<unknown>): Promise<ByteStoreFault> => {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  );
  expect(outcome, 'a fault').to.be.instanceOf(ByteStoreFault);
  return outcome as ByteStoreFault;
};

const expectFault = async (call: Promise<unknown>, code: ByteStoreFaultCode): Promise<void> => {
  expect((await faultOf(call)).code).to.equal(code);
};

const inParallel = async <T>(
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
const ODD_NAMES = [
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

/** Legal for S3, impossible as a file path. */
const KEYS_NO_FILE_HAS = [
  '/leading',
  'double//slash',
  'two slashes//',
  'folder/./dot',
  'folder/../dots',
  `long/${'n'.repeat(300)}`,
];

/** States the ByteStore port (formats/bytes.ts). Every adapter passes it unchanged. */
export const byteStoreContract = (name: string, open: () => Promise<ByteStoreUnderTest>): void => {
  describe(`byte store contract: ${name}`, () => {
    let under: ByteStoreUnderTest;
    let store: ObjectStore;
    let bucket: string;
    let prefix: string;

    before(async () => {
      under = await open();
      ({ store, bucket } = under);
    });
    after(() => under.close());
    beforeEach(() => (prefix = `${randomUUID()}/`));

    const at = (key: string): ObjectAddress => ({ bucket, key: prefix + key });
    const putStream = (key: string, bytes: Buffer): Promise<Stored> =>
      store.put(at(key), { stream: inPieces(bytes), size: bytes.length });
    const bytesAt = async (address: ObjectAddress): Promise<Buffer> => (await readWhole(store, address)).bytes;
    const listed = async (below = prefix, after?: string): Promise<string[]> => {
      const keys: string[] = [];
      for await (const { key } of store.list(bucket, below, after === undefined ? {} : { after })) keys.push(key);
      return keys;
    };

    describe('putting and getting', () => {
      for (const size of [0, 1, 10_000, 5 * 1024 * 1024]) {
        it(`gives back the ${size} bytes of a streamed body with their digest`, async () => {
          const bytes = pattern(size, 1);
          const stored = await putStream('file', bytes);
          expect(stored.sha256).to.equal(sha256Of(bytes));
          expect(stored.size).to.equal(size);
          const { info, stream } = await store.get(at('file'));
          expect((await drain(stream)).equals(bytes)).to.equal(true);
          expect(info).to.include({ bucket, key: `${prefix}file`, size, etag: stored.etag, sha256: stored.sha256 });
        });

        it(`gives back ${size} bytes put from memory`, async () => {
          const bytes = pattern(size, 2);
          await store.put(at('file'), bytes);
          expect((await bytesAt(at('file'))).equals(bytes)).to.equal(true);
        });
      }

      it('puts several megabytes from memory under a condition, and refuses them where it does not hold', async () => {
        const large = pattern(4_500_195, 3);
        const small = pattern(100, 4);
        const stored = await store.put(at('file'), large);
        expect(stored).to.include({ sha256: sha256Of(large), size: large.length });
        expect((await bytesAt(at('file'))).equals(large)).to.equal(true);
        await store.put(at('file'), large, { onlyIf: { etag: stored.etag }, sha256: sha256Of(large) });
        const { etag } = await store.put(at('file'), small);
        await expectFault(store.put(at('file'), large, { onlyIf: { etag: '"0"' } }), 'precondition-failed');
        await expectFault(store.put(at('file'), large, { sha256: sha256Of(small) }), 'digest-mismatch');
        expect(await store.head(at('file'))).to.include({ etag });
      });

      it('answers head with what get tells, and a recent time', async () => {
        const before = Date.now();
        const stored = await store.put(at('file'), Buffer.from('text'));
        const info = await store.head(at('file'));
        expect(info).to.include({ size: 4, etag: stored.etag, sha256: sha256Of(Buffer.from('text')) });
        // S3 tells whole seconds.
        expect(info!.lastModified.getTime()).to.be.within(before - 1_000, Date.now() + 1_000);
      });

      it('carries content type and metadata unchanged', async () => {
        const metadata = { 'original-name': 'Letter 1.PDF', empty: '', note: 'a=b; c, d' };
        await store.put(at('file'), Buffer.from('x'), { contentType: 'application/pdf; a="b"', metadata });
        const info = await store.head(at('file'));
        expect(info!.contentType).to.equal('application/pdf; a="b"');
        expect(info!.metadata).to.deep.equal(metadata);
      });

      it('tells no content type where none was given, or one that says nothing', async () => {
        await store.put(at('untyped'), Buffer.from('x'));
        await store.put(at('octets'), Buffer.from('x'), { contentType: 'application/octet-stream' });
        await store.put(at('binary'), Buffer.from('x'), { contentType: 'binary/octet-stream' });
        await store.copy(at('untyped'), at('copy'));
        for (const key of ['untyped', 'octets', 'binary', 'copy']) {
          expect((await store.head(at(key)))!.contentType, key).to.equal(null);
          expect((await readWhole(store, at(key))).info.contentType, key).to.equal(null);
        }
      });

      it('replaces attributes together with the bytes', async () => {
        await store.put(at('file'), Buffer.from('x'), { contentType: 'text/plain', metadata: { one: '1' } });
        await store.put(at('file'), Buffer.from('y'), { contentType: 'text/csv', metadata: { two: '2' } });
        const { info, bytes } = await readWhole(store, at('file'));
        expect(bytes.toString()).to.equal('y');
        expect(info.contentType).to.equal('text/csv');
        expect(info.metadata).to.deep.equal({ two: '2' });
      });

      it('gives different bytes different ETags, in quotation marks', async () => {
        const one = await store.put(at('one'), Buffer.from('1'));
        const two = await store.put(at('two'), Buffer.from('2'));
        expect(one.etag)
          .to.match(/^".+"$/)
          .and.not.equal(two.etag);
      });

      it('says that a key or a bucket is not there', async () => {
        expect(await store.head(at('missing'))).to.equal(null);
        await expectFault(store.get(at('missing')), 'object-not-found');
        await expectFault(store.get({ bucket: 'no-such-bucket', key: 'k' }), 'bucket-not-found');
        await expectFault(store.put({ bucket: 'no-such-bucket', key: 'k' }, Buffer.from('x')), 'bucket-not-found');
      });

      it('pins a read to an ETag', async () => {
        const first = await store.put(at('file'), Buffer.from('first'));
        expect((await drain((await store.get(at('file'), { etag: first.etag })).stream)).toString()).to.equal('first');
        await store.put(at('file'), Buffer.from('second'));
        await expectFault(store.get(at('file'), { etag: first.etag }), 'precondition-failed');
      });
    });

    describe('ranges', () => {
      const bytes = pattern(100_000, 3);
      beforeEach(() => store.put(at('file'), bytes));
      const ranged = async (start: number, end?: number): Promise<Buffer> =>
        drain((await store.get(at('file'), { range: end === undefined ? { start } : { start, end } })).stream);

      it('are inclusive', async () => {
        expect((await ranged(10, 19)).equals(bytes.subarray(10, 20))).to.equal(true);
        expect((await ranged(0, 0)).equals(bytes.subarray(0, 1))).to.equal(true);
      });

      it('run to the end when they are open or reach beyond it', async () => {
        expect((await ranged(99_990)).equals(bytes.subarray(99_990))).to.equal(true);
        expect((await ranged(99_990, 200_000)).equals(bytes.subarray(99_990))).to.equal(true);
      });

      it('leave the size of the whole in the answer', async () => {
        const { info, stream } = await store.get(at('file'), { range: { start: 5, end: 6 } });
        expect(info.size).to.equal(100_000);
        await drain(stream);
      });

      it('that begin beyond the end are refused', () => expectFault(ranged(100_000), 'range-unsatisfiable'));
    });

    describe('a body that is not what was said', () => {
      const nothingStored = async (): Promise<void> => {
        expect(await store.head(at('file'))).to.equal(null);
        expect(await listed()).to.deep.equal([]);
      };

      it('of another digest stores nothing', async () => {
        const bytes = Buffer.from('not what was promised');
        await expectFault(store.put(at('file'), bytes, { sha256: sha256Of(Buffer.from('other')) }), 'digest-mismatch');
        await nothingStored();
      });

      it('of another digest leaves the object that is there', async () => {
        await store.put(at('file'), Buffer.from('good'));
        const put = store.put(at('file'), Buffer.from('bad'), { sha256: sha256Of(Buffer.from('other')) });
        await expectFault(put, 'digest-mismatch');
        expect((await bytesAt(at('file'))).toString()).to.equal('good');
      });

      it('of the digest that was said is stored', async () => {
        const bytes = pattern(100_000, 4);
        const stored = await store.put(
          at('file'),
          { stream: inPieces(bytes), size: bytes.length },
          { sha256: sha256Of(bytes) },
        );
        expect(stored.sha256).to.equal(sha256Of(bytes));
      });

      it('that fails midway stores nothing', async () => {
        const broken = Readable.from(
          (async function* () {
            yield await Promise.resolve(pattern(300_000, 5));
            throw new Error('the sender went away');
          })(),
        );
        await faultOf(store.put(at('file'), { stream: broken, size: 1_000_000 }));
        await nothingStored();
      });

      it('that is shorter than its size stores nothing', async () => {
        await faultOf(store.put(at('file'), { stream: inPieces(pattern(99_999, 6)), size: 100_000 }));
        await nothingStored();
      });

      it('that is longer than its size stores nothing', async () => {
        await faultOf(store.put(at('file'), { stream: inPieces(pattern(100_001, 6)), size: 100_000 }));
        await nothingStored();
      });
    });

    describe('conditions', () => {
      const rivals = async (onlyIf: { readonly etag: string } | 'absent'): Promise<void> => {
        const bodies = Array.from({ length: 20 }, (_, index) => pattern(20_000, index));
        const outcomes = await Promise.allSettled(bodies.map((body) => store.put(at('file'), body, { onlyIf })));
        const winners = outcomes.flatMap((outcome, index) => (outcome.status === 'fulfilled' ? [index] : []));
        expect(winners).to.have.length(1);
        for (const outcome of outcomes)
          if (outcome.status === 'rejected')
            expect(outcome.reason).to.be.instanceOf(ByteStoreFault).and.include({ code: 'precondition-failed' });
        expect((await bytesAt(at('file'))).equals(bodies[winners[0]!]!)).to.equal(true);
      };

      it('let exactly one of twenty rivals create an object', () => rivals('absent'));

      it('let exactly one of twenty rivals replace an object', async () => {
        const { etag } = await store.put(at('file'), Buffer.from('first'));
        await rivals({ etag });
      });

      it('refuse to create what is there, and to replace what is not', async () => {
        await expectFault(
          store.put(at('missing'), Buffer.from('x'), { onlyIf: { etag: '"0123456789abcdef0123456789abcdef"' } }),
          'precondition-failed',
        );
        await store.put(at('file'), Buffer.from('first'));
        await expectFault(store.put(at('file'), Buffer.from('x'), { onlyIf: 'absent' }), 'precondition-failed');
        expect((await bytesAt(at('file'))).toString()).to.equal('first');
        expect(await listed()).to.deep.equal([`${prefix}file`]);
      });

      it('let a key be created again after it was deleted', async () => {
        await store.put(at('file'), Buffer.from('first'), { onlyIf: 'absent' });
        await store.delete(bucket, [at('file').key]);
        await store.put(at('file'), Buffer.from('second'), { onlyIf: 'absent' });
        expect((await bytesAt(at('file'))).toString()).to.equal('second');
      });
    });

    describe('copying', () => {
      for (const size of [0, 10_000, 5 * 1024 * 1024]) {
        it(`makes ${size} bytes anew in another bucket and tells their digest`, async () => {
          const bytes = pattern(size, 7);
          await putStream('source', bytes);
          const to = { bucket: under.other, key: `${prefix}copy` };
          const copied = await store.copy(at('source'), to);
          expect(copied).to.include({ size, sha256: sha256Of(bytes) });
          await store.delete(bucket, [at('source').key]);
          const { info, bytes: back } = await readWhole(store, to);
          expect(back.equals(bytes)).to.equal(true);
          expect(info).to.include({ etag: copied.etag, sha256: copied.sha256 });
        });
      }

      it('takes content type and metadata along unless they are given', async () => {
        await store.put(at('source'), Buffer.from('x'), { contentType: 'text/csv', metadata: { one: '1' } });
        await store.copy(at('source'), at('same'));
        expect(await store.head(at('same'))).to.deep.include({ contentType: 'text/csv', metadata: { one: '1' } });
        await store.copy(at('source'), at('other'), { contentType: 'text/plain', metadata: { two: '2' } });
        expect(await store.head(at('other'))).to.deep.include({ contentType: 'text/plain', metadata: { two: '2' } });
      });

      it('takes a size and an ETag for a look at the source, and refuses another source', async () => {
        const first = await store.put(at('source'), Buffer.from('first'), { contentType: 'text/csv' });
        const { etag, size, sha256 } = first;
        const known = { ...at('source'), etag, size };
        expect(await store.copy(known, at('same'))).to.include({ size, sha256 });
        expect(await store.copy(known, at('typed'), { contentType: 'text/plain', metadata: {} })).to.include({
          sha256,
        });
        expect(await store.copy(known, at('named'), { metadata: { name: 'x' } })).to.include({ sha256 });
        expect((await store.head(at('same')))!.contentType).to.equal('text/csv');
        expect((await store.head(at('typed')))!.contentType).to.equal('text/plain');
        expect(await store.head(at('named'))).to.deep.include({ contentType: 'text/csv', metadata: { name: 'x' } });
        await store.put(at('source'), Buffer.from('other'));
        await expectFault(store.copy(known, at('late')), 'precondition-failed');
        await expectFault(
          store.copy(known, at('late'), { contentType: 'text/plain', metadata: {} }),
          'precondition-failed',
        );
        expect(await store.head(at('late'))).to.equal(null);
        await store.delete(bucket, [at('source').key]);
        await expectFault(store.copy(known, at('late')), 'object-not-found');
      });

      it('pins its source to an ETag', async () => {
        const first = await store.put(at('source'), Buffer.from('first'));
        await store.copy({ ...at('source'), etag: first.etag }, at('copy'));
        await store.put(at('source'), Buffer.from('second'));
        await expectFault(store.copy({ ...at('source'), etag: first.etag }, at('late')), 'precondition-failed');
        expect(await store.head(at('late'))).to.equal(null);
      });

      it('is made under a condition that holds, and is refused under another, which leaves what is there', async () => {
        const { etag, size, sha256 } = await store.put(at('source'), Buffer.from('source'));
        const known = { ...at('source'), etag, size };
        const refuses = async (key: string, onlyIf: { readonly etag: string } | 'absent'): Promise<void> => {
          const there = await store.head(at(key));
          for (const from of [known, at('source')])
            await expectFault(store.copy(from, at(key), { onlyIf }), 'precondition-failed');
          const replaced = { contentType: 'text/plain', metadata: { one: '1' }, onlyIf };
          await expectFault(store.copy(known, at(key), replaced), 'precondition-failed');
          expect(await store.head(at(key))).to.deep.equal(there);
        };
        for (const bucketOfCopy of [bucket, under.other]) {
          const to = { bucket: bucketOfCopy, key: `${prefix}new` };
          expect(await store.copy(known, to, { onlyIf: 'absent' })).to.include({ sha256, size });
          await expectFault(store.copy(known, to, { onlyIf: 'absent' }), 'precondition-failed');
          expect((await bytesAt(to)).toString()).to.equal('source');
        }
        await refuses('missing', { etag: '"0123456789abcdef0123456789abcdef"' });
        const theirs = await store.put(at('file'), Buffer.from('theirs'), { contentType: 'text/csv' });
        await refuses('file', 'absent');
        await refuses('file', { etag });
        await store.copy(known, at('file'), { onlyIf: { etag: theirs.etag } });
        expect((await bytesAt(at('file'))).toString()).to.equal('source');
      });

      it('is made by exactly one of twenty rivals where a condition lets it, and by one or more where it is looked at', async () => {
        const numbers = Array.from({ length: 20 }, (_, index) => index);
        for (const number of numbers) await store.put(at(`source ${number}`), Buffer.from(`rival ${number}`));
        for (const target of [bucket, under.other]) {
          const to = { bucket: target, key: `${prefix}rivals` };
          const copies = numbers.map((number) => store.copy(at(`source ${number}`), to, { onlyIf: 'absent' }));
          const outcomes = await Promise.allSettled(copies);
          const winners = numbers.filter((number) => outcomes[number]?.status === 'fulfilled');
          if (under.conditionalCopies) expect(winners).to.have.length(1);
          else expect(winners).not.to.have.length(0);
          for (const outcome of outcomes)
            if (outcome.status === 'rejected')
              expect(outcome.reason).to.be.instanceOf(ByteStoreFault).and.include({ code: 'precondition-failed' });
          const made = (await bytesAt(to)).toString();
          expect(winners.map((number) => `rival ${number}`)).to.include(made);
        }
      });

      it('says that its source or its bucket is not there', async () => {
        await expectFault(store.copy(at('missing'), at('copy')), 'object-not-found');
        await store.put(at('source'), Buffer.from('x'));
        await expectFault(store.copy(at('source'), { bucket: 'no-such-bucket', key: 'k' }), 'bucket-not-found');
      });

      it('carries odd names on both sides', async () => {
        for (const odd of ODD_NAMES) {
          await store.put(at(odd), Buffer.from(odd));
          await store.copy(at(odd), at(`copies/${odd}`));
          expect((await bytesAt(at(`copies/${odd}`))).toString()).to.equal(odd);
        }
      });
    });

    describe('keys', () => {
      for (const odd of ODD_NAMES) {
        it(`hold ${JSON.stringify(odd)} unchanged`, async () => {
          await store.put(at(odd), Buffer.from(odd));
          expect((await bytesAt(at(odd))).toString()).to.equal(odd);
          expect(await listed()).to.deep.equal([prefix + odd]);
          await store.delete(bucket, [prefix + odd]);
          expect(await store.head(at(odd))).to.equal(null);
        });
      }

      it('tell apart names that differ only in their Unicode form or case', async () => {
        const names = ['caf\u00e9', 'cafe\u0301', 'CAF\u00c9'];
        for (const each of names) await store.put(at(each), Buffer.from(each));
        for (const each of names) expect((await bytesAt(at(each))).toString()).to.equal(each);
      });

      it('may have 1,024 bytes and no more', async () => {
        const deep = `${prefix}${'d'.repeat(200)}/${'e'.repeat(200)}/${'f'.repeat(200)}/${'g'.repeat(200)}/`;
        const key = deep.padEnd(1_024, 'h');
        await store.put({ bucket, key }, Buffer.from('deep'));
        expect((await bytesAt({ bucket, key })).toString()).to.equal('deep');
        await expectFault(store.put({ bucket, key: `${key}h` }, Buffer.from('x')), 'key-refused');
      });

      it('are well-formed and not empty', async () => {
        for (const key of ['', `${prefix}\ud800`]) {
          await expectFault(store.put({ bucket, key }, Buffer.from('x')), 'key-refused');
          expect(await store.head({ bucket, key })).to.equal(null);
        }
      });

      for (const key of KEYS_NO_FILE_HAS) {
        it(`like ${JSON.stringify(key).slice(0, 30)} are held, or refused where keys are file paths`, async () => {
          // The odd part of a leading slash is that it stands first.
          const address = key.startsWith('/') ? { bucket, key: `/${prefix}${key}` } : at(key);
          if (under.anyKey) {
            await store.put(address, Buffer.from(key));
            expect((await bytesAt(address)).toString()).to.equal(key);
            expect(await listed(address.key)).to.deep.equal([address.key]);
          } else {
            await expectFault(store.put(address, Buffer.from(key)), 'key-refused');
            expect(await store.head(address)).to.equal(null);
            expect(await listed()).to.deep.equal([]);
          }
        });
      }

      it('that no file has never stand for another key', async () => {
        const keys = ['a/b', 'b', 'c/a/b'];
        const odd = ['a//b', 'a/./b', 'c/../b', 'c/./../c/a/b'];
        for (const key of keys) await store.put(at(key), Buffer.from(key));
        for (const key of odd) {
          expect(await store.head(at(key)), key).to.equal(null);
          await expectFault(store.get(at(key)), 'object-not-found');
          await expectFault(store.copy(at(key), at('copy')), 'object-not-found');
          if (under.anyKey) await store.copy(at('b'), at(key));
          else await expectFault(store.copy(at('b'), at(key)), 'key-refused');
        }
        for (const key of keys) expect((await bytesAt(at(key))).toString()).to.equal(key);
        const all = odd.map((key) => prefix + key);
        await store.delete(bucket, all);
        expect(await listed()).to.deep.equal(keys.map((key) => prefix + key));
      });

      it('that end in a slash stand for folders, or are refused', async () => {
        const refused = await store.put(at('folder/'), new Uint8Array()).then(
          () => false,
          (error: unknown) => error,
        );
        if (refused === false) {
          await store.put(at('folder/file'), Buffer.from('x'));
          expect(await store.head(at('folder/'))).to.include({ size: 0 });
          expect(await listed()).to.deep.equal([`${prefix}folder/`, `${prefix}folder/file`]);
        } else expect(refused).to.be.instanceOf(ByteStoreFault).and.include({ code: 'key-refused' });
      });

      it('that end in a slash hold bytes, or are refused where keys are file paths', async () => {
        const refused = await store.put(at('bytes/'), Buffer.from('x')).then(
          () => null,
          (error: unknown) => error,
        );
        if (refused === null) expect((await bytesAt(at('bytes/'))).toString()).to.equal('x');
        else expect(refused).to.be.instanceOf(ByteStoreFault).and.include({ code: 'key-refused' });
        if (under.anyKey) expect(refused).to.equal(null);
      });

      it('may stand above one another, or the second is refused or unlisted where keys are file paths', async () => {
        for (const [first, second] of [
          ['a', 'a/b'],
          ['c/d', 'c'],
        ] as const) {
          await store.put(at(first), Buffer.from(first));
          const put = store.put(at(second), Buffer.from(second));
          if (under.nested === 'refused') await expectFault(put, 'key-refused');
          else {
            await put;
            expect((await bytesAt(at(second))).toString()).to.equal(second);
          }
          expect((await bytesAt(at(first))).toString()).to.equal(first);
        }
        expect(await store.head(at('c/d/e'))).to.equal(null);
        const shown = { held: ['a', 'a/b', 'c', 'c/d'], refused: ['a', 'c/d'], unlisted: ['a', 'c'] };
        expect(await listed()).to.deep.equal(shown[under.nested].map((key) => prefix + key));
      });
    });

    describe('listing', () => {
      it('runs in the order of UTF-8 bytes, whole keys compared', async () => {
        const names = ['a-b', 'a.b', 'a/b', 'a/b.c', 'a0', 'a', 'Z', '\u00e9', '\uff5e', '\u{1f600}', 'a b/c'];
        const keys = names.filter((each) => under.nested === 'held' || each !== 'a').map((each) => prefix + each);
        for (const key of keys) await store.put({ bucket, key }, Buffer.from(key));
        expect(await listed()).to.deep.equal(keys.toSorted(compareUtf8));
      });

      it('begins after the key given, whether or not it is there', async () => {
        for (const each of ['a', 'b/1', 'b/2', 'c']) await store.put(at(each), Buffer.from(each));
        const after = (key: string): Promise<string[]> => listed(prefix, prefix + key);
        expect(await after('a')).to.deep.equal(['b/1', 'b/2', 'c'].map((each) => prefix + each));
        expect(await after('b/1')).to.deep.equal(['b/2', 'c'].map((each) => prefix + each));
        expect(await after('b/')).to.deep.equal(['b/1', 'b/2', 'c'].map((each) => prefix + each));
        expect(await after('b0')).to.deep.equal([`${prefix}c`]);
        expect(await after('c')).to.deep.equal([]);
      });

      it('keeps to the prefix, which need not end at a slash', async () => {
        for (const each of ['ab/1', 'abc', 'abd/2', 'b']) await store.put(at(each), Buffer.from(each));
        expect(await listed(`${prefix}ab`)).to.deep.equal(['ab/1', 'abc', 'abd/2'].map((each) => prefix + each));
        expect(await listed(`${prefix}ab/`)).to.deep.equal([`${prefix}ab/1`]);
        expect(await listed(`${prefix}nothing`)).to.deep.equal([]);
      });

      it('tells size, ETag and time of each object', async () => {
        const stored = await store.put(at('file'), Buffer.from('12345'));
        for await (const object of store.list(bucket, prefix)) {
          expect(object).to.include({ bucket, key: `${prefix}file`, size: 5, etag: stored.etag });
          expect(object.lastModified).to.be.instanceOf(Date);
        }
      });

      it('says that a bucket is not there', async () => {
        const all = async (): Promise<void> => {
          for await (const object of store.list('no-such-bucket', '')) expect.fail(object.key);
        };
        await expectFault(all(), 'bucket-not-found');
      });

      it('goes on past a thousand keys, all of which one delete removes', async () => {
        const keys = Array.from({ length: 1_050 }, (_, index) => `${prefix}n/${String(index).padStart(5, '0')}`);
        await inParallel(keys, 16, (key) => store.put({ bucket, key }, Buffer.from('n')));
        expect(await listed()).to.deep.equal(keys);
        await store.delete(bucket, keys);
        expect(await listed()).to.deep.equal([]);
      });
    });

    describe('listing folders', () => {
      const folders = async (below = prefix): Promise<string[]> => {
        const names: string[] = [];
        for await (const name of store.listFolders(bucket, below)) names.push(name);
        return names;
      };

      it('gives each name between the prefix and the next slash once, in the order of the keys', async () => {
        const names = ['v1/content/a', 'v1/inventory.json', 'v10/a', 'v2/b/c/d', 'v1-old/a', 'a #%+/b', '\u{1f600}/c'];
        for (const each of [...names, 'inventory.json']) await store.put(at(each), Buffer.from(each));
        expect(await folders()).to.deep.equal(['a #%+', 'v1-old', 'v1', 'v10', 'v2', '\u{1f600}']);
        expect(await folders(`${prefix}v2/`)).to.deep.equal(['b']);
        expect(await folders(`${prefix}v3/`)).to.deep.equal([]);
      });

      it('goes on past a thousand names', async () => {
        const keys = Array.from({ length: 1_050 }, (_, index) => `${prefix}${String(index).padStart(5, '0')}/n`);
        await inParallel(keys, 16, (key) => store.put({ bucket, key }, Buffer.from('n')));
        expect(await folders()).to.have.length(1_050);
      });

      it('says that a bucket is not there', async () => {
        const all = async (): Promise<void> => {
          for await (const name of store.listFolders('no-such-bucket', '')) expect.fail(name);
        };
        await expectFault(all(), 'bucket-not-found');
      });
    });

    describe('deleting', () => {
      it('removes what is named and nothing else', async () => {
        for (const each of ['a', 'b/1', 'b/2']) await store.put(at(each), Buffer.from(each));
        await store.delete(bucket, [`${prefix}a`, `${prefix}b/1`]);
        expect(await listed()).to.deep.equal([`${prefix}b/2`]);
      });

      it('of a key that is not there is no error', async () => {
        await store.delete(bucket, [`${prefix}never`, `${prefix}never/there`]);
        await store.delete(bucket, []);
      });

      it('twice at once is no error', async () => {
        await store.put(at('file'), Buffer.from('x'));
        await Promise.all([store.delete(bucket, [at('file').key]), store.delete(bucket, [at('file').key])]);
        expect(await store.head(at('file'))).to.equal(null);
      });
    });

    describe('uploads in parts', () => {
      it('below a prefix are told and ended, and no others', async () => {
        const names = ['one', 'one', 'per%cent +plus', 'folder/é'];
        for (const name of names) await under.beginUpload(at(`ended/${name}`));
        await under.beginUpload(at('ended'));
        const below = await store.listUploads(bucket, `${prefix}ended/`);
        expect(below.map(({ key }) => key).sort()).to.deep.equal(names.map((name) => at(`ended/${name}`).key).sort());
        await store.abortUploads(below);
        expect((await under.uploads(bucket)).filter((key) => key.startsWith(prefix))).to.deep.equal([at('ended').key]);
        const rest = await store.listUploads(bucket, prefix);
        await store.abortUploads(rest);
        await store.abortUploads(rest);
        expect((await under.uploads(bucket)).filter((key) => key.startsWith(prefix))).to.deep.equal([]);
        expect(await store.listUploads(bucket, prefix)).to.deep.equal([]);
      });

      it('of a bucket that is not there are a fault', () =>
        expectFault(store.listUploads('no-such-bucket', ''), 'bucket-not-found'));
    });

    describe('readers and writers at once', () => {
      it('show a reader the one version it began with', async () => {
        const old = pattern(5 * 1024 * 1024, 8);
        await store.put(at('file'), old);
        const { stream } = await store.get(at('file'));
        await store.put(at('file'), pattern(5 * 1024 * 1024, 9));
        await store.delete(bucket, [at('file').key]);
        expect((await drain(stream)).equals(old)).to.equal(true);
      });

      it('never show bytes of one version under the ETag of another', async () => {
        const versions = Array.from({ length: 12 }, (_, index) => Buffer.alloc(50_000 + index, index));
        const etags = new Map<string, number>();
        const seen: { etag: string; bytes: Buffer }[] = [];
        etags.set((await store.put(at('file'), versions[0]!)).etag, 0);
        const write = async (): Promise<void> => {
          for (const [index, version] of versions.entries())
            etags.set((await store.put(at('file'), version)).etag, index);
        };
        const read = async (): Promise<void> => {
          for (let round = 0; round < 12; round++) {
            const { info, bytes } = await readWhole(store, at('file'));
            seen.push({ etag: info.etag, bytes });
          }
        };
        await Promise.all([write(), read(), read(), read()]);
        for (const { etag, bytes } of seen) expect(bytes.equals(versions[etags.get(etag)!]!)).to.equal(true);
      });

      for (const mixed of EVERY_MIXED) {
        for (const opaque of [false, true]) {
          const tags = opaque ? 'entity tags that are no digests' : 'the entity tags there are';
          // Without a checksum only the length is left to tell the bytes by.
          const older = mixed === 'bytes, without any checksum' ? 'of another length' : 'the older text';

          const replaced = async (times: number) => {
            await store.put(at('file'), Buffer.from(older));
            const before = await readWhole(store, at('file'));
            await store.put(at('file'), Buffer.from('the newer text'));
            return mixedReads(store, at('file'), { mixed, times, before, opaque });
          };

          it(`read again what does not belong together: ${mixed} of before, ${tags}`, async () => {
            const racing = await replaced(2);
            const { info, bytes } = await readWhole(racing, at('file'));
            expect(bytes.toString()).to.equal('the newer text');
            expect(info.etag).to.equal((await racing.head(at('file')))?.etag);
            // Where nothing proves that they belong together, two reads have to agree.
            expect(racing.reads()).to.equal(opaque && mixed === 'bytes, without any checksum' ? 4 : 3);
          });

          it(`give up on what never belongs together: ${mixed} of before, ${tags}`, async () => {
            const racing = await replaced(Infinity);
            const fault = await faultOf(readWhole(racing, at('file')));
            expect(fault).to.include({ code: 'store-unavailable', transient: true });
            expect(racing.reads()).to.equal(5);
          });
        }
      }

      it('do not pass off a text as another of the same length, of which no checksum is kept', async () => {
        await store.put(at('file'), Buffer.from('the older text'));
        const before = await readWhole(store, at('file'));
        await store.put(at('file'), Buffer.from('the newer text'));
        const mixing = { mixed: 'bytes, without any checksum', times: 1, before, opaque: true } as const;
        expect((await readWhole(mixedReads(store, at('file'), mixing), at('file'))).bytes.toString()).to.equal(
          'the newer text',
        );
      });

      it('keep many neighbours apart while folders come and go', async () => {
        const keys = Array.from({ length: 40 }, (_, index) => `${prefix}deep/er/${index % 4}/${index}`);
        await inParallel(keys, 16, async (key) => {
          for (let round = 0; round < 3; round++) {
            await store.put({ bucket, key }, Buffer.from(`${key} ${round}`));
            expect((await bytesAt({ bucket, key })).toString()).to.equal(`${key} ${round}`);
            await store.delete(bucket, [key]);
          }
        });
        expect(await listed()).to.deep.equal([]);
      });
    });
  });
};
