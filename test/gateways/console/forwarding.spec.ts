import { expect } from 'chai';
import { rawRequest } from '../service.js';
import { openTestConsole, type TestConsole } from './signed-in.js';

describe('what pages of the console ask of the services', () => {
  let open: TestConsole;
  let cookie: string;
  beforeEach(async () => {
    open = await openTestConsole();
    cookie = await open.signIn();
  });
  afterEach(() => open.close());

  const call = (
    path: string,
    { headers = {}, ...init }: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ) => open.call(`/console/api/${path}`, { headers: { cookie, ...headers }, ...init });

  it('comes to them with the token of the person', async () => {
    await call('preservation/deposits/x%2Fy?page=2&q=a+b');
    const body = '{"template":"RootLevel"}';
    await call('storage/repository/a', { method: 'PUT', body, headers: { origin: open.base } });
    const [first, second] = open.received;
    expect(first).to.deep.include({ service: 'preservation', method: 'GET', url: '/deposits/x%2Fy?page=2&q=a+b' });
    expect(first?.headers.authorization).to.equal('Bearer access-ann');
    expect(first?.headersDistinct['authorization']).to.deep.equal(['Bearer access-ann']);
    expect(second).to.deep.include({ service: 'storage', method: 'PUT', url: '/repository/a', body });
  });

  it('says nothing for itself: no cookie, no token, no name', async () => {
    await call('preservation/whoami', {
      headers: { authorization: 'Bearer access-eve', 'x-client-identity': 'eve', 'if-match': '"1"' },
    });
    const [{ headers, headersDistinct } = open.received[0]!] = open.received;
    expect(headers).to.deep.include({ authorization: 'Bearer access-ann', 'if-match': '"1"' });
    for (const name of ['cookie', 'x-client-identity', 'sec-fetch-mode', 'origin', 'referer']) {
      expect(headers).not.to.have.property(name);
      expect(headersDistinct).not.to.have.property(name);
    }
  });

  it('is refused without a session, whatever it asks for', async () => {
    for (const path of ['preservation/whoami', 'preservation/health', 'storage/repository', 'pdf/storage/content/x']) {
      const answer = await open.call(`/console/api/${path}`);
      expect(answer.status, path).to.equal(401);
      expect(await answer.json()).to.have.property('code', 'session-wanted');
    }
    expect(open.received).to.deep.equal([]);
  });

  it('changes something only for pages of the console', async () => {
    const strangers: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site', origin: open.base },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of strangers)
      expect((await call('preservation/deposits', { method: 'POST', headers })).status).to.equal(403);
    expect(open.received).to.deep.equal([]);
    const own = [{ origin: open.base }, { 'sec-fetch-site': 'same-origin' }];
    for (const headers of own)
      expect((await call('preservation/deposits', { method: 'POST', headers })).status).to.equal(200);
  });

  it('reads something for them, and for a person who types the address', async () => {
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await call('preservation/whoami', { headers })).status;
    expect(await status({ 'sec-fetch-site': 'none' })).to.equal(200);
    expect(await status({ 'sec-fetch-site': 'same-origin' })).to.equal(200);
    for (const site of ['cross-site', 'same-site'])
      expect(await status({ 'sec-fetch-site': site }), site).to.equal(403);
  });

  it('never leaves the service by steps in the path', async () => {
    const port = Number(new URL(open.base).port);
    for (const path of ['../x', 'a/../../x', 'a/%2e%2E/x', './x', 'a/..', '..?x'])
      expect(await rawRequest(port, `GET /console/api/storage/${path}`, [`Cookie: ${cookie}`]), path).to.match(
        /^HTTP\/1.1 400 /,
      );
    expect(open.received).to.deep.equal([]);
  });

  it('goes to the two services only', async () => {
    for (const path of ['operations/metrics', 'preservation', 'nothing'])
      expect((await call(path)).status, path).to.equal(404);
  });

  it('gets answers that are inert in a browser, and that no other person is shown', async () => {
    const answer = await call('storage/content/a.svg?type=image/svg%2Bxml');
    expect(answer.headers.get('content-security-policy')).to.match(/^sandbox; default-src 'none'/);
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
    expect(answer.headers.get('cross-origin-resource-policy')).to.equal('same-origin');
    expect(answer.headers.get('cache-control')).to.equal('private, max-age=60');
    expect(answer.headers.get('set-cookie')).to.equal(null);
  });

  it('shows a PDF by the viewer of the browser, and nothing else', async () => {
    const pdf = await call('pdf/storage/content/a.pdf?type=application/pdf');
    expect(pdf.headers.get('content-security-policy'))
      .to.match(/^default-src 'none'; object-src 'self'/)
      .and.not.to.match(/script/);
    expect(pdf.headers.get('content-disposition')).to.equal('inline');
    for (const type of ['text/html', 'application/pdfx', 'image/svg%2Bxml']) {
      const other = await call(`pdf/storage/content/a?type=${type}`);
      expect(other.headers.get('content-security-policy'), type).to.match(/^sandbox/);
    }
    expect((await call('pdf/storage/x', { method: 'PUT', headers: { origin: open.base } })).status).to.equal(405);
  });
});

describe('the address of the console', () => {
  let open: TestConsole;
  before(async () => {
    open = await openTestConsole({
      withoutSignIn: true,
      sources: { hosts: new Set(['archive.example']), origins: new Set() },
    });
  });
  after(() => open.close());

  it('is below that of the service, which answers everything else', async () => {
    for (const path of ['/', '/consoles', '/deposits', '/Console'])
      expect(await (await open.call(path)).text(), path).to.equal('not of the console');
  });

  it('is not answered for a host that leads here by a stranger (DNS rebinding)', async () => {
    const port = Number(new URL(open.base).port);
    for (const path of ['/console', '/console/api/session', '/console/api/preservation/whoami'])
      expect(await rawRequest(port, `GET http://evil.example${path}`), path).to.match(/^HTTP\/1.1 403 /);
    expect(await rawRequest(port, 'GET http://archive.example/console/api/session')).to.match(/^HTTP\/1.1 200 /);
  });
});
