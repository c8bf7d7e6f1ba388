import { once } from 'node:events';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { forwardTo } from '../../../infra/http/forward-request.js';
import { rawRequest, serve, type Service } from '../../gateways/service.js';

describe('passing requests on to the service of another process', () => {
  let there: Service;
  let here: Service;
  let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
  beforeEach(async () => {
    there = await serve((request, response) => answer(request, response));
    const forward = forwardTo(() => `${there.base}/storage`);
    here = await serve((request, response) => forward(request, response));
  });
  afterEach(async () => {
    await here.close();
    await there.close();
  });

  it('keeps method, path, headers and body, and what is answered', async () => {
    let received: IncomingMessage | undefined;
    let body = '';
    answer = async (request, response) => {
      received = request;
      for await (const chunk of request) body += String(chunk);
      response.writeHead(201, { etag: '"1"', 'x-two': ['a', 'b'] }).end('made');
    };
    const sent = await fetch(`${here.base}/a%2Fb?c=d`, { method: 'PUT', body: 'text', headers: { 'if-match': '"0"' } });
    expect(received).to.deep.include({ method: 'PUT', url: '/storage/a%2Fb?c=d' });
    expect(received?.headers).to.deep.include({ 'if-match': '"0"', host: new URL(there.base).host });
    expect(body).to.equal('text');
    expect([sent.status, sent.headers.get('etag'), sent.headers.get('x-two'), await sent.text()]).to.deep.equal([
      201,
      '"1"',
      'a, b',
      'made',
    ]);
  });

  it('keeps headers of one connection to that connection', async () => {
    let received: IncomingMessage['headers'] = {};
    answer = (request, response) => {
      received = request.headers;
      response.end();
    };
    await rawRequest(here.port, 'GET /', ['X-Own: 1', 'Connection: x-own', 'TE: trailers', 'Proxy-Authorization: x']);
    expect(received).to.not.have.any.keys('x-own', 'te', 'proxy-authorization');
  });

  it('sends a body of unknown length as it comes', async () => {
    const bytes = Buffer.alloc(3_000_000, 'abc');
    answer = async (request, response) => {
      const hash = createHash('sha256');
      for await (const chunk of request) hash.update(chunk as Buffer);
      response.end(hash.digest('hex'));
    };
    const body = new Blob([bytes]).stream();
    const options = { method: 'POST', body, duplex: 'half' } as RequestInit;
    const sent = await fetch(here.base, options);
    expect(await sent.text()).to.equal(createHash('sha256').update(bytes).digest('hex'));
  });

  it('passes events on when they happen, and ends with the reader', async () => {
    let ended: Promise<unknown> = Promise.resolve();
    let say: (text: string) => void = () => undefined;
    answer = (_, response) => {
      ended = once(response, 'close');
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      say = (text) => void response.write(text);
    };
    const stop = new AbortController();
    const sent = await fetch(here.base, { signal: stop.signal });
    const reader = sent.body!.getReader();
    for (const each of ['data: 1\n\n', 'data: 2\n\n']) {
      say(each);
      const { value } = (await reader.read()) as { readonly value?: Uint8Array };
      expect(new TextDecoder().decode(value)).to.equal(each);
    }
    stop.abort();
    await ended;
  });

  it('answers 503 for a service that is not there, and breaks off what breaks off', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('half', () => response.destroy());
    };
    const broken = await fetch(here.base);
    expect(await broken.text().catch(() => 'broken')).to.equal('broken');
    await there.close();
    const gone = await fetch(here.base, { method: 'POST', body: 'x' });
    expect(gone.status).to.equal(503);
    expect(gone.headers.get('retry-after')).to.equal('5');
    there = await serve((request, response) => answer(request, response));
  });
});
