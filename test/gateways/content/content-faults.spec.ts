import { Readable } from 'node:stream';
import { expect } from 'chai';
import { ByteStoreFault, type ByteStore } from '../../../formats/bytes.js';
import { memoryBytes } from '../../support/s3/memory-bytes.js';
import { servedBinary } from './served-binary.js';

const AT = { bucket: 'repository', key: 'object/v1/content/file' };
const { store } = memoryBytes(['repository']);

/** The answer of a service that reads from a store in place of the one of these tests. */
const answerOf = async (
  changed: Partial<ByteStore>,
  {
    size = 8,
    method = 'GET',
    headers = {},
  }: { size?: number | null; method?: string; headers?: Record<string, string> } = {},
) => {
  const served = await servedBinary({ ...store, ...changed }, AT, size);
  try {
    const response = await fetch(served.uri, { method, headers });
    const text = await response.text().catch((error: unknown) => error as Error);
    return { status: response.status, headers: response.headers, text, lines: served.lines };
  } finally {
    await served.close();
  }
};

describe('bytes that cannot be served', () => {
  before(() => store.put(AT, Buffer.from('complete')));

  const failing = (fault: Error): Partial<ByteStore> => ({
    get: () => Promise.reject(fault),
    head: () => Promise.reject(fault),
  });
  const cases: readonly [what: string, store: Partial<ByteStore>, status: number, detail: RegExp][] = [
    [
      'that the store does not have',
      { get: () => store.get({ ...AT, key: 'none' }), head: () => Promise.resolve(null) },
      500,
      /^The bytes of this file are missing in the repository\. .*fault/,
    ],
    ['of a store that is away', failing(new ByteStoreFault('store-unavailable', 'x')), 503, /can be sent again/],
    ['of a store that denies them', failing(new ByteStoreFault('store-denied', 'x')), 500, /The operator finds fault/],
    ['that a disk cannot read', failing(new Error('EIO')), 500, /The operator finds fault/],
  ];
  for (const [what, changed, status, detail] of cases) {
    it(`${what} are answered with ${status}`, async () => {
      for (const headers of [{}, { range: 'bytes=2-3' }] as const) {
        const answer = await answerOf(changed, { headers });
        expect(answer.status).to.equal(status);
        expect(answer.headers.get('content-type')).to.match(/^application\/problem\+json/);
        expect(answer.headers.get('etag')).to.equal(null);
        expect((JSON.parse(String(answer.text)) as { detail: string }).detail).to.match(detail);
        expect(answer.headers.get('retry-after')).to.equal(status === 503 ? '5' : null);
        expect(answer.lines.some(({ level }) => level === (status === 503 ? 'warn' : 'error'))).to.equal(true);
      }
      expect((await answerOf(changed, { method: 'HEAD' })).status).to.equal(status);
    });
  }

  it('because the first of them fail are answered with a status, too', async () => {
    const fails = new ByteStoreFault('store-unavailable', 'x');
    const read = async (): Promise<Awaited<ReturnType<ByteStore['get']>>> => {
      const { info, stream } = await store.get(AT);
      stream.destroy();
      return { info, stream: new Readable({ read: (): void => void 0 }).once('newListener', later) };
      function later(this: Readable): void {
        setImmediate(() => this.destroy(fails));
      }
    };
    expect((await answerOf({ get: read })).status).to.equal(503);
  });

  it('because there are more or fewer than were preserved are refused, in part, too', async () => {
    for (const size of [7, 9]) {
      for (const headers of [{}, { range: 'bytes=0-1' }, { range: 'bytes=-1' }] as const) {
        const { status, text } = await answerOf({}, { size, headers });
        expect(status).to.equal(500);
        expect(text).to.match(/The repository has (?:8|fewer) bytes of this file/);
      }
      expect((await answerOf({}, { size, method: 'HEAD' })).status).to.equal(500);
    }
  });

  it('end the connection where the rest of them fails or is missing, so that the client notices', async () => {
    const info = (await store.head(AT))!;
    const streams: Record<string, () => Readable> = {
      fails: () =>
        Readable.from(
          (function* () {
            yield Buffer.from('comp');
            throw new Error('EIO');
          })(),
        ),
      'is missing': () => Readable.from([Buffer.from('comp')]),
    };
    for (const [what, stream] of Object.entries(streams)) {
      const { status, text, lines } = await answerOf({ get: () => Promise.resolve({ info, stream: stream() }) });
      expect([status, text instanceof Error], what).to.deep.equal([200, true]);
      expect(lines.map(({ message }) => message)).to.include('An answer could not be sent completely.');
    }
  });

  it('end the connection where there are more than were announced, and are cut there', async () => {
    const info = (await store.head(AT))!;
    const stream = Readable.from([Buffer.from('complete'), Buffer.from('d')]);
    const { text, lines } = await answerOf({ get: () => Promise.resolve({ info, stream }) });
    expect(text).to.equal('complete');
    expect(lines.map(({ message }) => message)).to.include('An answer could not be sent completely.');
  });

  it('are served with the size of the store where none was recorded', async () => {
    const whole = await answerOf({}, { size: null });
    expect([whole.status, whole.text]).to.deep.equal([200, 'complete']);
    const part = await answerOf({}, { size: null, headers: { range: 'bytes=-3' } });
    expect([part.status, part.text]).to.deep.equal([206, 'ete']);
  });
});
