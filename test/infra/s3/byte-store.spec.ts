import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { ByteStoreFault } from '../../../formats/bytes.js';
import type { ByteStoreFaultCode } from '../../../formats/bytes.js';
import { S3Error } from '../../../infra/embedded/s3-server/http/s3-error.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import type { S3ByteStoreSettings } from '../../../infra/s3/byte-store.js';
import { openS3Harness, owner, reader } from '../../support/s3/s3-harness.js';
import { openedOnce } from '../../support/platform/opened.js';
import { failureOf } from '../../support/failure-of.js';
import { sha256Of } from '../../support/sha256.js';
import { keysIn } from '../../support/s3/keys-in.js';

const MiB = 1024 ** 2;

const expectFault = async (call: Promise<unknown>, code: ByteStoreFaultCode): Promise<ByteStoreFault> => {
  const outcome = await failureOf(call);
  expect(outcome).to.be.instanceOf(ByteStoreFault).and.include({ code });
  return outcome as ByteStoreFault;
};

describe('the byte store on S3', () => {
  const harness = openedOnce(openS3Harness);
  const stores: { close(): void }[] = [];
  afterEach(() => stores.splice(0).forEach((store) => store.close()));

  const open = (more: Partial<S3ByteStoreSettings> = {}) => {
    const settings = { endpoint: harness.endpoint, region: 'us-east-1', credentials: owner, forcePathStyle: true };
    const store = openS3ByteStore({ ...settings, ...more });
    stores.push(store);
    return store;
  };
  const at = (key: string) => ({ bucket: 'workspace', key });

  it('copies what is too large for one request in parts, and reads the copy for its digest', async () => {
    const store = open({ singleCopyLimit: 5 * MiB, copyPartSize: 5 * MiB });
    const bytes = randomBytes(11 * MiB);
    const sha256 = sha256Of(bytes);
    await store.put(at('large é'), bytes, { contentType: 'image/tiff', metadata: { one: 'é' } });
    const copied = await store.copy(at('large é'), at('large copy'));
    expect(copied).to.include({ size: bytes.length, sha256 });
    expect(copied.etag).to.match(/-3"$/);
    const info = await store.head(at('large copy'));
    expect(info).to.deep.include({ sha256: null, contentType: 'image/tiff', metadata: { one: 'é' } });
    expect(await harness.engine.uploads('workspace', '')).to.deep.equal([]);
  });

  it('tells of every part that is copied, and while the copy is read', async () => {
    let told = 0;
    let afterParts = 0;
    const watched = await openS3Harness({
      wrap: (engine) => ({
        ...engine,
        completeUpload: (...args) => {
          afterParts = told;
          return engine.completeUpload(...args);
        },
      }),
    });
    try {
      const store = open({ endpoint: watched.endpoint, singleCopyLimit: MiB, copyPartSize: 5 * MiB });
      await store.put(at('source'), randomBytes(11 * MiB));
      await store.copy(at('source'), at('copy'), { onMoved: () => (told += 1) });
      expect(afterParts).to.equal(3);
      expect(told).to.be.above(3);
    } finally {
      await watched.close();
    }
  });

  it('leaves no parts behind where a copy in parts fails', async () => {
    const bytes = randomBytes(6 * MiB);
    await open().put({ bucket: 'repository', key: 'source' }, bytes);
    const narrow = await openS3Harness({
      wrap: (engine) => ({
        ...engine,
        completeUpload: () => Promise.reject(new ByteStoreFault('store-full', 'no room')),
      }),
    });
    try {
      const store = open({ endpoint: narrow.endpoint, singleCopyLimit: MiB, copyPartSize: 5 * MiB });
      await store.put(at('source'), bytes);
      await expectFault(store.copy(at('source'), at('copy')), 'store-full');
      expect(await narrow.engine.uploads('workspace', '')).to.deep.equal([]);
    } finally {
      await narrow.close();
    }
  });

  it('copies in parts under a condition, which is looked at before the parts are copied and holds at the end', async () => {
    const begun: string[] = [];
    let late = (): Promise<unknown> => Promise.resolve();
    const watched = await openS3Harness({
      wrap: (engine) => ({
        ...engine,
        async completeUpload(...args) {
          await late();
          return engine.completeUpload(...args);
        },
        beginUpload(to, options) {
          begun.push(to.key);
          return engine.beginUpload(to, options);
        },
      }),
    });
    try {
      const store = open({ endpoint: watched.endpoint, singleCopyLimit: MiB, copyPartSize: 5 * MiB });
      const { size } = await store.put(at('source'), randomBytes(6 * MiB));
      expect(await store.copy(at('source'), at('new'), { onlyIf: 'absent' })).to.include({ size });
      await expectFault(store.copy(at('source'), at('new'), { onlyIf: 'absent' }), 'precondition-failed');
      expect(begun).to.deep.equal(['new']);
      late = () => store.put(at('late'), Buffer.from('theirs'));
      await expectFault(store.copy(at('source'), at('late'), { onlyIf: 'absent' }), 'precondition-failed');
      expect(await store.head(at('late'))).to.include({ size: 6 });
      expect(await watched.engine.uploads('workspace', '')).to.deep.equal([]);
    } finally {
      await watched.close();
    }
  });

  it('deletes keys that no XML document can name, among others', async () => {
    const store = open();
    const keys = ['plain', 'bell\u0007', 'cr\rlf\n', 'end\uffff'];
    for (const key of keys) await store.put(at(key), Buffer.from(key));
    await store.delete('workspace', keys);
    for (const key of keys) expect(await store.head(at(key)), JSON.stringify(key)).to.equal(null);
  });

  it('keeps metadata that is not ASCII', async () => {
    const store = open();
    const metadata = { name: 'Brief 漢字 é', plain: 'x' };
    await store.put(at('words'), Buffer.from('x'), { metadata });
    expect((await store.head(at('words')))!.metadata).to.deep.equal(metadata);
    await store.copy(at('words'), at('words copy'), { contentType: 'a/b' });
    expect(await store.head(at('words copy'))).to.deep.include({ metadata, contentType: 'a/b' });
  });

  it('says that it is denied', async () => {
    const denied = open({ credentials: reader });
    await expectFault(denied.put(at('k'), Buffer.from('x')), 'store-denied');
    await expectFault(denied.put(at('k'), randomBytes(20 * 1024 ** 2)), 'store-denied');
    await expectFault(denied.delete('workspace', ['k']), 'store-denied');
    await expectFault(open({ credentials: { ...owner, secretAccessKey: 'wrong' } }).get(at('k')), 'store-denied');
  });

  it('says of a key it cannot delete which it is', async () => {
    const narrow = await openS3Harness({
      wrap: (engine) => ({
        ...engine,
        delete: (_, keys) =>
          keys.includes('bad') ? Promise.reject(new S3Error('AccessDenied', 'read-only')) : Promise.resolve(),
      }),
    });
    try {
      const store = open({ endpoint: narrow.endpoint });
      const fault = await expectFault(store.delete('workspace', ['good', 'bad']), 'store-denied');
      expect(fault.message).to.contain('1 of 2').and.to.contain('"bad"');
    } finally {
      await narrow.close();
    }
  });

  it('says that nobody answers', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.close();
    await once(server, 'close');
    const store = open({ endpoint });
    expect(await expectFault(store.get(at('k')), 'store-unavailable')).to.include({ transient: true });
    await expectFault(store.put(at('k'), { stream: Readable.from(['x']), size: 1 }), 'outcome-unknown');
  });

  describe('before a store that answers oddly', () => {
    let server: Server;
    let answer: (request: IncomingMessage, response: ServerResponse) => void;
    let requests = 0;
    let puts = 0;
    beforeEach(async () => {
      requests = puts = 0;
      server = createServer((request, response) => {
        requests++;
        if (request.method === 'PUT') puts++;
        request.resume().on('end', () => answer(request, response));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    afterEach(() => server.close());
    const odd = (more: Partial<S3ByteStoreSettings> = {}) =>
      open({ endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...more });
    const says = (status: number, code: string) => (_: IncomingMessage, response: ServerResponse) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code><Message>m</Message></Error>`);

    for (const [status, name, code] of [
      [507, 'XMinioStorageFull', 'store-full'],
      [507, 'Whatever', 'store-full'],
      [400, 'XMinioInvalidObjectName', 'key-refused'],
      [409, 'ObjectParentIsFile', 'key-refused'],
      [409, 'ConditionalRequestConflict', 'precondition-failed'],
      [400, 'BadDigest', 'digest-mismatch'],
      [403, 'Whatever', 'store-denied'],
      [500, 'InternalError', 'outcome-unknown'],
      [503, 'SlowDown', 'store-unavailable'],
    ] as const) {
      it(`takes ${status} ${name} of a put for ${code}`, async () => {
        answer = says(status, name);
        const store = odd({ patienceMs: 1 });
        await expectFault(store.put(at('k'), Buffer.from('x'), { onlyIf: 'absent' }), code);
        expect(puts, 'a conditional put is sent once').to.equal(1);
      });
    }

    it('does not know the outcome of a put whose answer was lost', async () => {
      answer = (request) => request.socket.destroy();
      await expectFault(odd().put(at('k'), Buffer.from('x'), { onlyIf: 'absent' }), 'outcome-unknown');
      expect(puts).to.equal(1);
    });

    it('repeats what may be repeated', async () => {
      answer = (request, response) => {
        if (requests === 1) request.socket.destroy();
        else response.writeHead(200, { etag: '"e"', 'content-length': 5 }).end();
      };
      expect(await odd().head(at('k'))).to.include({ etag: '"e"', size: 5 });
    });

    it('asks for the SHA-256 that a put did not tell, and computes it where the store has none', async () => {
      answer = ({ method }, response) => {
        response.writeHead(200, { etag: '"e"' }).end(method === 'GET' ? 'text' : undefined);
      };
      const { sha256 } = await odd().put(at('k'), Buffer.from('text'));
      expect(sha256).to.equal(sha256Of('text'));
      expect(requests).to.equal(3);
    });

    it('fails a body that breaks off', async () => {
      answer = (_, response) => {
        response.writeHead(200, { etag: '"e"', 'content-length': 100 });
        response.write('half', () => response.destroy());
      };
      const { stream } = await odd().get(at('k'));
      const read = async (): Promise<void> => {
        for await (const piece of stream) expect(String(piece)).to.equal('half');
      };
      await expectFault(read(), 'store-unavailable');
    });

    it('reads bare keys of a listing that was not escaped', async () => {
      answer = (_, response) => {
        const list = '<IsTruncated>false</IsTruncated><Contents><Key>100%25+a</Key><Size>1</Size></Contents>';
        response.writeHead(200).end(`<ListBucketResult>${list}</ListBucketResult>`);
      };
      const keys = await keysIn(odd(), 'workspace');
      expect(keys).to.deep.equal(['100%25+a']);
    });
  });
});
