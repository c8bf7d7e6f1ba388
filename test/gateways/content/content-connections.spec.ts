import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { expect } from 'chai';
import type { ByteStore } from '../../../formats/bytes.js';
import { engineByteStore } from '../../../infra/embedded/byte-store.js';
import type { ObjectEngine } from '../../../infra/embedded/s3-server/s3-server.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import { openS3Harness, owner } from '../../support/s3/s3-harness.js';
import { until } from '../../support/scheduling/until.js';
import { servedBinary } from './served-binary.js';

const MiB = 1024 ** 2;
const SIZE = 64 * MiB;
const AT = { bucket: 'repository', key: 'object/v1/content/file' };

/** An engine that remembers which streams it opened. */
const watched = (engine: ObjectEngine, opened: Readable[]): ObjectEngine => ({
  ...engine,
  async open(at, options) {
    const found = await engine.open(at, options);
    opened.push(found.stream);
    return found;
  },
});

/** The store of both platforms: called directly, and over the S3 endpoint. */
const STORES = {
  'the embedded store': (engine: ObjectEngine) => ({ store: engineByteStore(engine), close: (): void => void 0 }),
  'an S3 store': (_engine: ObjectEngine, endpoint: string) => {
    const store = openS3ByteStore({ endpoint, region: 'us-east-1', credentials: owner, forcePathStyle: true });
    return {
      store,
      close: () => {
        store.close();
      },
    };
  },
} as const;

for (const [name, open] of Object.entries(STORES)) {
  describe(`a client of content on ${name}`, () => {
    const opened: Readable[] = [];
    let store: ByteStore;
    let served: Awaited<ReturnType<typeof servedBinary>>;
    let closing: (() => unknown)[];
    before(async () => {
      const harness = await openS3Harness({ wrap: (engine) => watched(engine, opened) });
      const direct = open(watched(harness.engine, opened), harness.endpoint);
      ({ store } = direct);
      await engineByteStore(harness.engine).put(AT, Buffer.alloc(SIZE, 'x'));
      served = await servedBinary(store, AT, SIZE);
      closing = [() => served.close(), direct.close, () => harness.close()];
    });
    after(async () => {
      for (const close of closing) await close();
    });
    beforeEach(() => opened.splice(0));

    const request = (headers: readonly string[] = []): Socket => {
      const { hostname, port, pathname } = new URL(served.uri);
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write([`GET ${pathname} HTTP/1.1`, `Host: ${hostname}`, ...headers, '', ''].join('\r\n'));
      return socket;
    };

    it('frees the file at once when it goes away', async () => {
      for (const headers of [[], ['Range: bytes=1000-60000000']]) {
        opened.splice(0);
        const socket = request(headers);
        await once(socket, 'data');
        socket.destroy();
        await until('the content is closed', () => opened.length === 1 && opened[0]!.closed);
        expect(opened[0]!.readableEnded).to.equal(false);
      }
    });

    it('frees the file when it goes away before anything was sent', async () => {
      const holds: (() => void)[] = [];
      const held = await servedBinary(
        {
          ...store,
          get: async (at, options) => {
            await new Promise<void>((resolve) => holds.push(resolve));
            return store.get(at, options);
          },
        },
        AT,
        SIZE,
      );
      const { hostname, port, pathname } = new URL(held.uri);
      const socket = connect(Number(port), hostname);
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await until('a read is held', () => holds.length === 1);
      socket.destroy();
      await until('the request is logged', () => held.lines.some(({ fields }) => fields['complete'] === false));
      holds[0]!();
      await until('the content is closed', () => opened.length === 1 && opened[0]!.closed);
      await held.close();
    });

    it('that reads slowly holds no more than some pieces of the file', async () => {
      const socket = request();
      await once(socket, 'data');
      socket.pause();
      const bytesRead = (): number => (opened[0] as Readable & { bytesRead: number }).bytesRead;
      let [before, unchanged] = [0, 0];
      await until('the buffers of both sockets are full', () => {
        unchanged = bytesRead() === before ? unchanged + 1 : 0;
        before = bytesRead();
        return unchanged > 20;
      });
      expect(before).to.be.below(32 * MiB);
      let received = 0;
      socket.on('data', (piece: Buffer) => (received += piece.length));
      socket.resume();
      await until('nearly all is received', () => received >= SIZE - 2 * MiB);
      socket.destroy();
    });

    it('may ask for one part after the other on one connection', async () => {
      for (let start = 0; start < 20; start++) {
        const response = await fetch(served.uri, { headers: { range: `bytes=${start * MiB}-${start * MiB + 9}` } });
        expect([response.status, await response.text()]).to.deep.equal([206, 'xxxxxxxxxx']);
      }
      await until('all contents are closed', () => opened.every(({ closed }) => closed));
    });
  });
}
