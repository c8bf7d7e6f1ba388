import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';

const SKEW_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
const EMPTY = '<ListBucketResult><Name>workspace</Name><IsTruncated>false</IsTruncated></ListBucketResult>';
const COPIED = `<CopyObjectResult><ETag>"1"</ETag><ChecksumSHA256>${'A'.repeat(43)}=</ChecksumSHA256></CopyObjectResult>`;

/** The time in a header such as `20261121T060000Z`. */
const signedAt = (text: string): number => Date.parse(text.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));

describe('the byte store on S3, where the clock of this machine is wrong', () => {
  let server: Server;
  let offMs = 0;
  const refusals: string[] = [];
  beforeEach(async () => {
    refusals.length = 0;
    server = createServer((request, response) => {
      request.resume().on('end', () => {
        const now = new Date(Date.now() + offMs);
        response.sendDate = false;
        response.setHeader('date', now.toUTCString());
        if (Math.abs(now.getTime() - signedAt(String(request.headers['x-amz-date']))) > SKEW_MS) {
          refusals.push(request.method ?? '');
          response.writeHead(403).end('<Error><Code>RequestTimeTooSkewed</Code></Error>');
        } else {
          const answer = 'x-amz-copy-source' in request.headers ? COPIED : EMPTY;
          response.writeHead(200, { etag: '"1"', 'content-type': 'application/xml' }).end(answer);
        }
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const open = () =>
    openS3ByteStore({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      forcePathStyle: true,
    });

  for (const days of [-3, 3])
    for (const [what, call] of [
      ['reads', (store: ReturnType<typeof open>) => store.list('workspace', '')[Symbol.asyncIterator]().next()],
      [
        'writes what must not be repeated unseen',
        (store: ReturnType<typeof open>) =>
          store.put({ bucket: 'workspace', key: 'k' }, Buffer.from('x'), { onlyIf: 'absent' }),
      ],
      [
        'copies',
        (store: ReturnType<typeof open>) =>
          store.copy({ bucket: 'workspace', key: 'k', etag: '"1"', size: 1 }, { bucket: 'workspace', key: 'copy' }),
      ],
    ] as const)
      it(`${what} by the time of the store, when it is ${days} days off`, async () => {
        offMs = days * DAY_MS;
        const store = open();
        await call(store);
        const learnt = refusals.length;
        expect(learnt).to.be.greaterThan(0);
        await call(store);
        store.close();
        expect(refusals, 'a client learns the time once').to.have.length(learnt);
      });
});
