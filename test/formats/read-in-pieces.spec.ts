import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { ByteStoreFault, type ByteStore } from '../../formats/bytes.js';
import { digestBytes } from '../../formats/digests/digested.js';
import { pause } from '../../flow/pause.js';
import { settledOn } from '../support/scheduling/settled-on.js';
import { readInPieces, type Pieces, type PiecesOptions } from '../../formats/read-in-pieces.js';
import { codeOfFault } from '../support/s3/code-of-fault.js';
import { failureOf } from '../support/failure-of.js';
import { EVERY_MIXED, mixedReads } from '../support/faults/mixed-reads.js';
import { memoryBytes } from '../support/s3/memory-bytes.js';
import { sha256Of } from '../support/sha256.js';

const AT = { bucket: 'b', key: 'mets.xml' };
const [OLDER, NEWER] = [Buffer.from('the older bytes'), Buffer.from('newer')];

/** All bytes, and what is told of them at their end. */
const whole = async (pieces: Pieces): Promise<{ readonly text: string; readonly digested: object }> => {
  const read = pieces();
  let text = '';
  let next = await read.next();
  for (; next.done !== true; next = await read.next()) text += Buffer.from(next.value).toString();
  return { text, digested: next.value };
};
const first = async (pieces: Pieces): Promise<string> =>
  Buffer.from((await pieces().next()).value as Buffer).toString();

describe('an object that is read in pieces', () => {
  let store: ByteStore;
  let older: NonNullable<Awaited<ReturnType<ByteStore['head']>>>;
  beforeEach(async () => {
    ({ store } = memoryBytes(['b']));
    await store.put(AT, OLDER);
    older = (await store.head(AT))!;
    await store.put(AT, NEWER);
  });
  const read = <T>(take: (pieces: Pieces) => Promise<T>, options: PiecesOptions = {}, on = store): Promise<T> =>
    readInPieces(on, AT, options, take);
  /** A store whose streams give what a function makes of them. */
  const streaming = (
    make: (bytes: Buffer, reads: number) => Readable,
  ): ByteStore & { readonly reads: () => number } => {
    let reads = 0;
    return {
      ...store,
      reads: () => reads,
      async get(at, options) {
        const { info } = await store.get(at, options);
        return { info, stream: make(NEWER, ++reads) };
      },
    };
  };

  it('gives its bytes, and their size and digest, as often as they are wanted', async () => {
    const expected = { text: 'newer', digested: digestBytes(NEWER) };
    const twice = await read(async (pieces) => [await whole(pieces), await whole(pieces)]);
    expect(twice).to.deep.equal([expected, expected]);
  });

  it('is unavailable where the store stands still, and may come slowly', async () => {
    const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const still = streaming(() => new Readable({ read: () => undefined }));
      const fault = await settledOn(clock, failureOf(read(whole, {}, still)));
      expect(fault).to.be.instanceOf(ByteStoreFault).and.to.include({ code: 'store-unavailable' });
      const slow = streaming((bytes) =>
        Readable.from(
          (async function* () {
            for (const byte of bytes) {
              await pause(10_000);
              yield Buffer.of(byte);
            }
          })(),
        ),
      );
      expect((await settledOn(clock, read(whole, {}, slow))).text).to.equal('newer');
    } finally {
      clock.restore();
    }
  });

  for (const mixed of EVERY_MIXED)
    for (const opaque of [false, true])
      it(`is read again where a store gives ${mixed} of the version before${opaque ? ', under opaque tags' : ''}`, async () => {
        const racing = mixedReads(store, AT, { mixed, times: 1, before: { info: older, bytes: OLDER }, opaque });
        expect((await read(whole, {}, racing)).text).to.equal('newer');
        expect(racing.reads()).to.be.greaterThan(1);
      });

  it('is fetched to its end where not all of it is taken, so that it is known whether it was right', async () => {
    const racing = mixedReads(store, AT, { mixed: 'bytes', times: 1, before: { info: older, bytes: OLDER } });
    expect(await read(first, {}, racing)).to.equal('newer');
    expect(await read(() => Promise.resolve('nothing'))).to.equal('nothing');
  });

  it('is read again where the bytes end early', async () => {
    const cut = async function* () {
      yield await Promise.resolve(NEWER.subarray(0, 2));
      throw new ByteStoreFault('store-unavailable', 'cut off');
    };
    const on = streaming((bytes, reads) => Readable.from(reads === 1 ? cut() : [bytes]));
    expect((await read(whole, {}, on)).text).to.equal('newer');
  });

  it('is read again where the second reading gives other bytes', async () => {
    const on = streaming((bytes, reads) => Readable.from([reads === 2 ? OLDER : bytes]));
    const twice = (pieces: Pieces) => whole(pieces).then(() => whole(pieces));
    expect((await read(twice, {}, on)).text).to.equal('newer');
    expect(on.reads()).to.equal(4);
  });

  it('is a fault where the bytes never match what the store says of them', async () => {
    const on = streaming(() => Readable.from([OLDER]));
    expect(await codeOfFault(read(whole, {}, on))).to.equal('store-unavailable');
  });

  it('is only the version that is wanted', async () => {
    expect(await codeOfFault(read(whole, { etag: older.etag }))).to.equal('precondition-failed');
  });

  for (const algorithm of ['sha256', 'sha512'] as const)
    it(`is compared with the ${algorithm} that was recorded of it`, async () => {
      const [value, other] = [NEWER, OLDER].map((bytes) => createHash(algorithm).update(bytes).digest('hex'));
      const recorded = (digest = '') => ({
        recorded: { digest: { algorithm, value: digest }, differs: (found: string) => new Error(`found ${found}`) },
      });
      expect((await read(whole, recorded(value))).text).to.equal('newer');
      expect(await failureOf(read(first, recorded(other)))).to.have.property('message', `found ${value}`);
    });

  it('needs no look at the store where the bytes are those that were recorded', async () => {
    const digest = { algorithm: 'sha256', value: sha256Of(NEWER) } as const;
    const on = { ...store, head: () => Promise.reject(new Error('it was looked at')) };
    const unknown: ByteStore = { ...on, get: async (at) => withoutDigests(await store.get(at)) };
    const recorded = { digest, differs: () => new Error('other bytes') };
    expect((await read(whole, { recorded }, unknown)).text).to.equal('newer');
  });

  it('is not fetched to its end where what reads it fails, and is closed', async () => {
    const stream = Readable.from([OLDER, NEWER]);
    const failing = async (pieces: Pieces): Promise<never> => {
      await first(pieces);
      throw new Error('it failed');
    };
    expect(
      await failureOf(
        read(
          failing,
          {},
          streaming(() => stream),
        ),
      ),
    ).to.have.property('message', 'it failed');
    while (!stream.destroyed) await setImmediate();
    expect(stream.readableEnded).to.equal(false);
  });
});

const withoutDigests = (body: Awaited<ReturnType<ByteStore['get']>>): typeof body => ({
  ...body,
  info: { ...body.info, etag: '"opaque"', sha256: null },
});
