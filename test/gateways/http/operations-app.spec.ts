import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { operationsApp, type Readiness } from '../../../gateways/http/operations-app.js';

describe('the pages for whoever operates a process', () => {
  let server: Server;
  let readiness: () => Promise<Readiness>;
  beforeEach(async () => {
    const metrics = () => Promise.resolve({ mediaType: 'text/plain; version=0.0.4', text: 'jobs 1\n' });
    server = createServer(operationsApp({ readiness: () => readiness(), metrics })).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => server.close());

  const get = async (path: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };

  it('say that a process lives for as long as it answers', async () => {
    readiness = () => new Promise(() => undefined);
    expect(await get('/live')).to.deep.include({ status: 200, text: '{"live":true}\n' });
  });

  it('say whether it gets on, and why not', async () => {
    readiness = () => Promise.resolve({ ready: true, report: { faults: [] } });
    expect(await get('/ready')).to.deep.include({ status: 200, text: '{"ready":true,"faults":[]}\n' });
    readiness = () => Promise.resolve({ ready: false, report: { faults: ['the relay is behind'] } });
    expect(await get('/ready?verbose')).to.deep.include({
      status: 503,
      text: '{"ready":false,"faults":["the relay is behind"]}\n',
    });
    readiness = () => Promise.reject(new Error('no answer'));
    expect((await get('/ready')).status).to.equal(503);
  });

  it('give the metrics in the format that they say', async () => {
    expect(await get('/metrics')).to.deep.equal({ status: 200, type: 'text/plain; version=0.0.4', text: 'jobs 1\n' });
  });

  it('know nothing else, and take nothing', async () => {
    expect((await get('/')).status).to.equal(404);
    const posted = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/ready`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
  });
});
