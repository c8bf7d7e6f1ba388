import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import type { ConnectionBounds } from '../../../../infra/compose/serving/connection-bounds.js';
import { listen, type HttpServer } from '../../../../infra/compose/serving/listen.js';

const SOON = { headersMs: 50, requestMs: 100, checkEveryMs: 10 };

describe('an address that takes connections', () => {
  const open: HttpServer[] = [];
  const opened = async (bounds: Partial<ConnectionBounds>): Promise<HttpServer> => {
    const listener = await listen('test', '127.0.0.1', 0, bounds);
    open.push(listener);
    return listener;
  };
  afterEach(() => Promise.all(open.splice(0).map((each) => each.close(0))));

  const connected = async ({ address }: HttpServer, text = '', localAddress = '127.0.0.1'): Promise<Socket> => {
    const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  const closed = async (socket: Socket): Promise<string> => {
    let text = '';
    socket.on('data', (piece) => (text += String(piece)));
    if (!socket.closed) await once(socket, 'close');
    return text;
  };

  const slow: readonly [string, string][] = [
    ['no word', ''],
    ['half a request line', 'GET /'],
    ['half the headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['half a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345'],
  ];
  for (const [what, text] of slow)
    it(`ends a connection that sends ${what} and no more`, async () => {
      const listener = await opened(SOON);
      listener.serve((request, response) => {
        request.resume().once('end', () => response.end('whole'));
      });
      expect(await closed(await connected(listener, text))).to.not.match(/whole/);
    });

  it('answers before it can serve, also who is still sending', async () => {
    const listener = await opened({});
    const socket = await connected(listener, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n');
    socket.write(Buffer.alloc(3_000_000));
    const text = await closed(socket);
    expect(text)
      .to.match(/^HTTP\/1.1 503 /)
      .and.match(/can be sent again."}$/);
  });

  it('closes a connection that is one too many, tells of it, and takes the next when one has ended', async () => {
    const refused: string[] = [];
    const listener = await opened({ connections: 2, onRefused: (why) => refused.push(why) });
    listener.serve((_, response) => response.end('served'));
    const [first] = await Promise.all([connected(listener), connected(listener, '', '127.0.0.2')]);
    expect(await closed(await connected(listener, '', '127.0.0.3'))).to.equal('');
    expect(refused).to.deep.equal(['there are 2 already']);
    first.destroy();
    await closed(first);
    let text = '';
    while (text === '') text = await closed(await connected(listener, 'GET / HTTP/1.0\r\n\r\n'));
    expect(text).to.match(/served/);
  });

  it('serves others immediately while one address has its share, which is half, of connections that say nothing', async () => {
    const refused: string[] = [];
    const listener = await opened({ connections: 8, onRefused: (why) => refused.push(why) });
    listener.serve((_, response) => response.end('served'));
    for (let count = 0; count < 4; count++) await connected(listener);
    expect(await closed(await connected(listener))).to.equal('');
    expect(refused).to.deep.equal(['one address has 4 already']);
    expect(await closed(await connected(listener, 'GET / HTTP/1.0\r\n\r\n', '127.0.0.2'))).to.match(/served/);
  });

  it('closes connections that wait for a next request when it needs them for others', async () => {
    const listener = await opened({ connections: 1 });
    listener.serve((_, response) => response.end('served'));
    const waiting = await connected(listener, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(waiting, 'data');
    await closed(await connected(listener));
    await closed(waiting);
    expect(await (await fetch(listener.address)).text()).to.equal('served');
  });
});
