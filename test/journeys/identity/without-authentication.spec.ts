import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { startTestPlatform } from '../../support/platform/test-platform.js';
import { openedOnce } from '../../support/platform/opened.js';

interface ReceivedAnswer {
  readonly status: number | undefined;
  readonly text: string;
}

const PUBLIC = {
  MUNIMENT_PRESERVATION_URL: 'https://deposit.example.org/preservation',
  MUNIMENT_STORAGE_URL: 'http://storage.example.org:8181',
  MUNIMENT_S3_PUBLIC_URL: 'https://objects.example.org',
  MUNIMENT_SERVED_HOSTS: 'archive, Depot.Example.org',
  MUNIMENT_ORIGINS: 'https://desk.example.org',
  MUNIMENT_ENABLE_IIIF_MEDIA_ENDPOINTS: 'true',
};

describe('a platform without authentication', () => {
  const platform = openedOnce(
    () => startTestPlatform({ environment: PUBLIC }),
    (each) => each.remove(),
  );
  let addresses: readonly (readonly [what: string, base: string, page: string])[];
  before(() => {
    const { preservation, storage, operations } = platform.ready;
    addresses = [
      ['preservation service', preservation, '/repository'],
      ['storage service', storage, '/repository'],
      ['operations pages', operations, '/metrics'],
    ];
  });

  const send = async (method: string, uri: string, headers: Record<string, string>): Promise<ReceivedAnswer> => {
    const sent = request(uri, { method, headers }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, text: await text(answer) };
  };

  for (const host of [
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example:8080',
    'localhost@evil.example',
  ])
    it(`refuses ${host} at every port, and says which setting would serve it`, async () => {
      for (const [what, base, page] of addresses) {
        const answer = await send('GET', base + page, { host });
        expect(answer.status, what).to.equal(403);
        expect(answer.text, what).to.include(host).and.include('MUNIMENT_SERVED_HOSTS');
      }
    });

  for (const host of [
    'localhost',
    'LOCALHOST:9',
    'deposits.localhost:80',
    'localhost.:8080',
    '127.8.9.1:8080',
    '[::1]:8080',
    'deposit.example.org',
    'storage.example.org',
    'objects.example.org:443',
    'archive:8083',
    'depot.example.org.',
  ])
    it(`serves ${host}`, async () => {
      for (const [what, base, page] of addresses)
        expect((await send('GET', base + page, { host })).status, what).to.equal(200);
    });

  it('answers its probes for every host', async () => {
    const { preservation, storage, operations } = platform.ready;
    for (const probe of [`${preservation}/health`, `${storage}/health`, `${operations}/live`, `${operations}/ready`])
      expect((await send('GET', probe, { host: 'pod-7.internal' })).status, probe).to.equal(200);
  });

  it('goes by the host of a request line that has one', async () => {
    for (const [what, base, page] of addresses) {
      const line = request(base, { path: `http://evil.example${page}`, headers: { host: 'localhost' } }).end();
      const [answer] = (await once(line, 'response')) as [IncomingMessage];
      answer.resume();
      expect(answer.statusCode, what).to.equal(403);
    }
  });

  it('does not believe a header that a proxy would add', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' };
    expect((await send('GET', `${platform.ready.preservation}/repository`, headers)).status).to.equal(403);
  });

  it('changes nothing for a page of another origin, with or without an origin', async () => {
    const { preservation, storage } = platform.ready;
    const strangers: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:3000' },
    ];
    for (const base of [preservation, storage])
      for (const headers of strangers) {
        const answer = await send('PUT', `${base}/repository/made-by-a-page`, headers);
        expect(answer.status).to.equal(403);
        expect(answer.text).to.include('MUNIMENT_ORIGINS');
      }
    expect((await platform.call('GET', '/repository/made-by-a-page')).status).to.equal(404);
  });

  it('answers methods and paths that nothing serves as everywhere, whatever page sent them', async () => {
    const headers = { origin: 'https://evil.example' };
    for (const base of [platform.ready.preservation, platform.ready.storage]) {
      expect((await send('TRACE', `${base}/health`, headers)).status).to.equal(405);
      expect((await send('POST', `${base}/no-such-path`, headers)).status).to.equal(404);
    }
  });

  it('opens no session of a viewer for a page of another origin', async () => {
    const { body } = await platform.call<{ id: string }>('POST', '/deposits', {});
    const open = `${platform.ready.preservation}/deposits/${body.id.slice(body.id.lastIndexOf('/') + 1)}/iiif`;
    for (const site of ['cross-site', 'same-site'])
      expect((await send('GET', open, { 'sec-fetch-site': site })).status, site).to.equal(403);
    for (const site of ['same-origin', 'none'])
      expect((await send('GET', open, { 'sec-fetch-site': site })).status, site).to.equal(302);
  });

  it('obeys a viewer with the token of a session, wherever it is and whatever host it names', async () => {
    const { body } = await platform.call<{ id: string }>('POST', '/deposits', { template: 'RootLevel' });
    const path = `/deposits/${body.id.slice(body.id.lastIndexOf('/') + 1)}/iiif`;
    const { preservation } = platform.ready;
    const opened = await fetch(preservation + path, { redirect: 'manual' });
    const { pathname: publicPath } = new URL(opened.headers.get('location') ?? '', preservation);
    const pathname = publicPath.replace(/^\/preservation/, '');
    const headers = { host: 'viewer.example', origin: 'https://viewer.example', 'sec-fetch-site': 'cross-site' };
    expect((await send('GET', preservation + pathname, headers)).status).to.equal(200);
    expect((await send('POST', preservation + pathname, headers)).status).to.equal(400); // it has no body
  });

  it('keeps the path of its public address where it sends clients on to a deposit', async () => {
    const { body, headers } = await platform.call<{ id: string }>('POST', '/deposits', {});
    const { pathname } = new URL(body.id);
    expect(headers.get('location')).to.equal(pathname);
    expect(pathname).to.match(/^\/preservation\/deposits\/\w+$/);
    const open = platform.ready.preservation + pathname.replace('/preservation', '');
    const opened = await fetch(`${open}/iiif`, { redirect: 'manual' });
    expect(opened.headers.get('location')).to.match(new RegExp(`^${pathname}/iiif-token/[0-9a-f]{32}$`));
  });

  it('reads for a page of another site, which is not shown the answer', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await send('GET', `${platform.ready.preservation}/repository`, headers)).status).to.equal(200);
  });

  it('changes what its own pages and those of MUNIMENT_ORIGINS request, and programs', async () => {
    const { preservation } = platform.ready;
    const own: Record<string, string>[] = [
      { origin: preservation, 'sec-fetch-site': 'same-origin' },
      { origin: 'https://deposit.example.org', 'sec-fetch-site': 'same-origin' },
      { origin: 'https://desk.example.org', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://archive', host: 'archive', 'sec-fetch-site': 'same-origin' },
      {},
    ];
    for (const [index, headers] of own.entries())
      expect((await send('PUT', `${preservation}/repository/own-${index}`, headers)).status).to.equal(201);
  });

  it('names no identity provider', async () => {
    const { text: told } = await send('GET', `${platform.ready.preservation}/.well-known/oauth-protected-resource`, {
      host: 'localhost',
    });
    expect(JSON.parse(told)).to.deep.equal({
      resource: PUBLIC.MUNIMENT_PRESERVATION_URL,
      resource_name: 'Muniment preservation service',
      bearer_methods_supported: ['header'],
    });
  });
});
