import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import type { ByteStore } from '../../../formats/bytes.js';
import { readWhole } from '../../../formats/read-whole.js';
import { openS3ByteStore, type S3ByteStoreSettings } from '../../../infra/s3/byte-store.js';
import { openFaultProxy, type FaultProxy, type HttpFault } from '../../support/faults/fault-proxy.js';
import { openS3Harness, owner } from '../../support/s3/s3-harness.js';
import { openedOnce } from '../../support/platform/opened.js';
import { codeOfFault } from '../../support/s3/code-of-fault.js';
import { sha256Of } from '../../support/sha256.js';
import { keysIn } from '../../support/s3/keys-in.js';

const slowDown: HttpFault = { status: 503, code: 'SlowDown' };

describe('the byte store on S3, on a bad line', () => {
  const harness = openedOnce(openS3Harness);
  let proxy: FaultProxy;
  let fault: (request: IncomingMessage) => HttpFault | null;
  const stores: { close(): void }[] = [];
  beforeEach(async () => {
    fault = () => null;
    proxy = await openFaultProxy(harness.endpoint, (request) => fault(request));
  });
  afterEach(async () => {
    stores.splice(0).forEach((store) => store.close());
    await proxy.close();
  });

  const open = (more: Partial<S3ByteStoreSettings> = {}): ByteStore => {
    const at = { endpoint: proxy.endpoint, region: 'us-east-1', credentials: owner, forcePathStyle: true };
    const store = openS3ByteStore({ ...at, ...more });
    stores.push(store);
    return store;
  };
  const at = (key: string) => ({ bucket: 'workspace', key });
  /** A fault for the first so many requests of a method. */
  const first = (count: number, method: string, what: HttpFault): typeof fault => {
    let left = count;
    return (request) => (request.method === method && left-- > 0 ? what : null);
  };

  it('makes every copy though the store wants less for a while', async () => {
    const store = open();
    const source = await store.put(at('slow/source'), Buffer.from('x'));
    fault = first(150, 'PUT', slowDown);
    const names = Array.from({ length: 64 }, (_, index) => `slow/copies/${index}`);
    const from = { ...at('slow/source'), ...source };
    await Promise.all(names.map((name) => store.copy(from, at(name))));
    const found = await keysIn(store, 'workspace', 'slow/copies/');
    expect(found).to.have.members(names);
  });

  it('has fewer requests under way after the store has pushed back', async () => {
    const store = open({ concurrency: 32 });
    const source = await store.put(at('fewer/source'), Buffer.from('x'));
    const from = { ...at('fewer/source'), ...source };
    const copies = (): Promise<unknown> =>
      Promise.all(Array.from({ length: 32 }, (_, index) => store.copy(from, at(`fewer/${index}`))));
    let underWay = 0;
    let most = 0;
    const counted: typeof fault = () => {
      most = Math.max(most, ++underWay);
      return { until: new Promise((resolve) => setImmediate(() => resolve(--underWay))) };
    };
    fault = first(120, 'PUT', slowDown);
    await copies();
    fault = counted;
    await copies();
    expect(most).to.be.within(1, 16);
  });

  it('gives up on a store that never stops pushing back', async () => {
    fault = () => slowDown;
    const store = open({ patienceMs: 200 });
    const outcome = await store.put(at('never'), Buffer.from('x')).catch((error: unknown) => error);
    expect(outcome).to.include({ code: 'store-unavailable', transient: true });
    expect(await codeOfFault(store.head(at('never')))).to.equal('store-unavailable');
  });

  it('repeats a conditional put that was turned away', async () => {
    fault = first(3, 'PUT', slowDown);
    expect(await codeOfFault(open().put(at('turned-away'), Buffer.from('x'), { onlyIf: 'absent' }))).to.equal(
      'no fault',
    );
  });

  for (const [name, body] of [
    ['from memory', () => Buffer.from('mine')],
    ['from a stream', () => ({ stream: Readable.from([Buffer.from('mine')]), size: 4 })],
  ] as const) {
    const options = { onlyIf: 'absent', sha256: sha256Of('mine') } as const;

    it(`knows that a conditional put ${name} was made whose answer was lost`, async () => {
      const key = `lost answer ${name}`;
      fault = first(1, 'PUT', 'drop-answer');
      const store = open();
      const stored = await store.put(at(key), body(), options);
      expect(await store.head(at(key))).to.include({ etag: stored.etag, sha256: stored.sha256, size: 4 });
      expect(proxy.requests.filter((each) => each.startsWith('PUT'))).to.have.length(1);
    });

    it(`knows that a conditional put ${name} was refused whose refusal was lost`, async () => {
      const key = `lost refusal ${name}`;
      const store = open();
      await store.put(at(key), Buffer.from('theirs'));
      fault = first(1, 'PUT', 'drop-answer');
      expect(await codeOfFault(store.put(at(key), body(), options))).to.equal('precondition-failed');
      expect((await readWhole(store, at(key))).bytes.toString()).to.equal('theirs');
    });
  }

  it('does not know of a conditional put that never arrived whether it will', async () => {
    const store = open();
    const { etag } = await store.put(at('later'), Buffer.from('first'));
    fault = (request) => (request.method === 'PUT' ? 'reset' : null);
    for (const [key, onlyIf] of [
      ['later', { etag }],
      ['never there', 'absent'],
    ] as const)
      expect(await codeOfFault(store.put(at(key), Buffer.from('x'), { onlyIf }))).to.equal('outcome-unknown');
  });

  describe('of a copy under a condition', () => {
    const sourceFor = async (store: ByteStore, key: string) => ({
      ...at(`${key}/source`),
      ...(await store.put(at(`${key}/source`), Buffer.from('mine'))),
    });

    it('repeats what was turned away, and what was answered with a refusal is refused', async () => {
      const store = open();
      const source = await sourceFor(store, 'turned away');
      fault = first(3, 'PUT', slowDown);
      expect(await codeOfFault(store.copy(source, at('turned away/copy'), { onlyIf: 'absent' }))).to.equal('no fault');
      expect(await codeOfFault(store.copy(source, at('turned away/copy'), { onlyIf: 'absent' }))).to.equal(
        'precondition-failed',
      );
    });

    it('does not take the copy whose answer was lost for that of somebody else', async () => {
      const store = open();
      const source = await sourceFor(store, 'lost');
      const to = at('lost/copy');
      fault = first(1, 'PUT', 'drop-answer');
      expect(await codeOfFault(store.copy(source, to, { onlyIf: 'absent' }))).to.equal('outcome-unknown');
      expect(await store.head(to)).to.include({ sha256: source.sha256 });
    });
  });

  it('does not wait for a store that never answers', async () => {
    const store = open({ answerMs: 100, patienceMs: 300 });
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    fault = () => ({ until });
    const listing = async (): Promise<void> => {
      for await (const { key } of store.list('workspace', 'wedged/')) expect.fail(key);
    };
    for (const call of [() => store.head(at('k')), () => store.get(at('k')), listing])
      expect(await codeOfFault(call())).to.equal('store-unavailable');
    release();
  });
});
