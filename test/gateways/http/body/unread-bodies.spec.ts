import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createApp } from '../../../../gateways/http/app.js';
import { developmentIdentity } from '../../../../gateways/http/identify.js';
import { json, route } from '../../../../gateways/http/route.js';
import { readOpenApi, type OpenApiDocument } from '../../../../schemas/openapi-document.js';
import { memoryLog, serve, type Service } from '../../service.js';

const LIMIT = 100_000;
const PATIENT = { leastPerSecond: 1, patienceMs: 600_000 };
const STRICT = { leastPerSecond: 1_000_000, patienceMs: 50 };

const document = (): OpenApiDocument => {
  const { paths, ...rest } = readOpenApi('preservation');
  const { parameters, post } = paths['/deposits/{depositId}/lock'] ?? {};
  const importJobs = paths['/deposits/{depositId}/importjobs'] ?? {};
  const jobs = { parameters: importJobs.parameters, post: importJobs.post };
  const lock = { parameters, post };
  return { ...rest, paths: { '/deposits/{depositId}/lock': lock, '/deposits/{depositId}/importjobs': jobs } } as never;
};

const open = (pace: typeof PATIENT): Promise<Service> =>
  serve(
    createApp({
      document: document(),
      routes: [
        route('createImportJob', () => Promise.resolve(json(201, {}))),
        route('lockDeposit', () => Promise.resolve(json(200, { locked: true }))),
      ],
      identify: developmentIdentity('dev'),
      log: memoryLog().log,
      bodyLimits: { most: LIMIT, pace },
    }),
  );

const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const LAST = Buffer.from('0\r\n\r\n');

describe('a body that is not read to its end', () => {
  let patient: Service;
  let strict: Service;
  before(async () => ([patient, strict] = await Promise.all([open(PATIENT), open(STRICT)])));
  after(() => Promise.all([patient.close(), strict.close()]));

  const begin = (service: Service, path: string, headers: readonly string[]): Socket => {
    const socket = connect(service.port, '127.0.0.1');
    const head = [`POST /deposits/d1/${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    return socket;
  };
  /** All that comes over a connection until the other side has closed it. */
  const received = async (socket: Socket): Promise<string> => {
    let text = '';
    for await (const piece of socket) text += String(piece);
    return text;
  };
  const sent = async (socket: Socket, bytes: Buffer): Promise<void> => {
    if (!socket.write(bytes)) await once(socket, 'drain');
  };

  const CHUNKED = 'Transfer-Encoding: chunked';
  const refused: readonly [string, number, readonly string[], () => Buffer][] = [
    ['one in chunks that is too long', 413, [CHUNKED], () => chunk(Buffer.alloc(4_000_000, 'x'))],
    ['a small one that becomes too long', 413, [CHUNKED, 'Content-Encoding: gzip'], () => chunk(bomb())],
    ['one that cannot be decompressed', 400, [CHUNKED, 'Content-Encoding: gzip'], () => chunk(Buffer.alloc(500_000))],
  ];
  const bomb = (): Buffer => Buffer.concat([gzipSync(Buffer.alloc(4_000_000)), Buffer.alloc(1_000_000)]);
  for (const [what, status, headers, body] of refused)
    it(`is answered, and ends its connection: ${what}, ${status}`, async () => {
      const socket = begin(patient, 'importjobs', headers);
      await sent(socket, Buffer.concat([body(), LAST]));
      const text = await received(socket);
      expect(text)
        .to.match(new RegExp(`^HTTP/1.1 ${status} `))
        .and.match(/^connection: close\r$/im);
    });

  it('is answered also where it never ends', async () => {
    const socket = begin(patient, 'importjobs', [CHUNKED]);
    let text = '';
    socket.on('data', (piece) => (text += String(piece)));
    // The answer has come when the service closes the connection, whatever then becomes of bytes on their way.
    socket.on('error', () => undefined);
    const more = chunk(Buffer.alloc(1_000_000, 'x'));
    const send = (): void => {
      if (!socket.destroyed) socket.write(more, () => setImmediate(send));
    };
    send();
    await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
    socket.destroy();
    expect(text).to.match(/^HTTP\/1.1 413 /);
  });

  it('is no matter to an operation that takes none, whose answer is whole', async () => {
    const socket = begin(patient, 'lock', [CHUNKED]);
    await sent(socket, chunk(Buffer.alloc(4_000_000, 'x')));
    socket.write(LAST);
    const text = await received(socket);
    expect(text)
      .to.match(/^HTTP\/1.1 200 /)
      .and.match(/\{"locked":true\}$/);
  });

  it('leaves the connection as it is where all of it had come', async () => {
    const socket = begin(patient, 'importjobs', ['Content-Length: 7']);
    socket.write('{"a":1 ');
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(String(first))
      .to.match(/^HTTP\/1.1 400 /)
      .and.match(/^connection: keep-alive\r$/im);
    socket.destroy();
  });

  it('is not waited for any more where it comes too slowly, 408', async () => {
    const socket = begin(strict, 'importjobs', ['Content-Length: 1000']);
    socket.write('{');
    const text = await received(socket);
    expect(text)
      .to.match(/^HTTP\/1.1 408 /)
      .and.match(/^connection: close\r$/im);
  });
});
