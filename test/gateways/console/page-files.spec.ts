import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { pageFiles } from '../../../gateways/console/page-files.js';
import { pageHeaders } from '../../../gateways/console/page-policy.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { rawRequest } from '../service.js';
import { openTestConsole, type TestConsole } from './signed-in.js';

const SCRIPT = 'console.log("the console");'.repeat(20);
const PAGE = '<!doctype html><head><base href="/console/"><script src="assets/a-1.js" type="module"></script></head>';

describe('the files of the console', () => {
  const folder = temporaryFolder();
  let open: TestConsole;
  beforeEach(async () => {
    await build({
      'index.html': PAGE,
      'assets/a-1.js': SCRIPT,
      'assets/a-1.js.br': brotliCompressSync(SCRIPT),
      'assets/a-1.js.gz': gzipSync(SCRIPT),
      'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    const headers = pageHeaders(['https://s3.example']);
    open = await openTestConsole({ files: pageFiles({ folder: folder(), publicPath: '/depot/console', headers }) });
  });
  afterEach(() => open.close());

  const build = async (files: Readonly<Record<string, string | Buffer>>): Promise<void> => {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder(), name)), { recursive: true });
      await writeFile(join(folder(), name), content);
    }
  };
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    open.call(`/console${path}`, { method, headers });

  it('are answered with the page at every address of a page, also such as end like a file', async () => {
    for (const path of [
      '',
      '/',
      '/deposits/x/upload',
      '/repository/maps/map.js',
      '/repository/%E2%82%AC%ZZ',
      '/index.html',
    ]) {
      const answer = await get(path);
      expect(answer.status, path).to.equal(200);
      expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(await answer.text()).to.contain('assets/a-1.js');
    }
  });

  it('are found by the page below the public path, where a proxy has one', async () => {
    expect(await (await get('/jobs')).text()).to.contain('<base href="/depot/console/">');
  });

  it('let the page do nothing but what it needs', async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).to.contain("default-src 'none'").and.to.contain("connect-src 'self' https://s3.example");
    expect(policy).to.contain("frame-ancestors 'none'").and.to.contain("require-trusted-types-for 'script'");
    expect(policy).not.to.match(/unsafe|\*|https:(?!\/\/s3\.example)|report/);
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    expect(headers.get('referrer-policy')).to.equal('no-referrer');
  });

  it('let a worker compile WebAssembly, and nothing of its own making', async () => {
    const policy = (await get('/assets/a-1.js')).headers.get('content-security-policy');
    expect(policy)
      .to.contain("script-src 'self' 'wasm-unsafe-eval'")
      .and.not.to.match(/unsafe-inline|'unsafe-eval'/);
  });

  it('are kept by browsers for ever where their name has a digest, and else asked for again', async () => {
    expect((await get('/assets/a-1.js')).headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    for (const path of ['/', '/favicon.svg']) {
      const { headers } = await get(path);
      expect(headers.get('cache-control'), path).to.equal('no-cache');
      const again = await get(path, { 'if-none-match': headers.get('etag') ?? '' });
      expect(again.status, path).to.equal(304);
      expect(again.headers.get('etag')).to.equal(headers.get('etag'));
    }
  });

  it('are sent as they were compressed beforehand, to who takes that', async () => {
    const port = Number(new URL(open.base).port);
    const sent = async (accepted: string): Promise<string> =>
      rawRequest(port, 'HEAD /console/assets/a-1.js', [`Accept-Encoding: ${accepted}`]);
    expect(await sent('gzip, br')).to.match(/content-encoding: br/i);
    expect(await sent('gzip;q=0.5, br;q=0')).to.match(/content-encoding: gzip/i);
    expect(await sent('identity')).not.to.match(/content-encoding/i);
    expect(await sent('gzip')).to.match(/vary: accept-encoding/i);
    expect(await (await get('/assets/a-1.js', { 'accept-encoding': 'br' })).text()).to.equal(SCRIPT);
    expect(brotliDecompressSync(brotliCompressSync(SCRIPT)).equals(gunzipSync(gzipSync(SCRIPT)))).to.equal(true);
  });

  it('are no others than those of the build', async () => {
    await build({ '../beside.txt': 'secret' });
    const port = Number(new URL(open.base).port);
    for (const path of ['assets/a-2.js', 'assets/../../beside.txt', 'assets/..%2f..%2fbeside.txt', 'assets/'])
      expect(await rawRequest(port, `GET /console/${path}`), path).to.match(/^HTTP\/1.1 404 /);
    for (const path of ['../beside.txt', '%2e%2e/beside.txt'])
      expect(await rawRequest(port, `GET /console/${path}`), path).not.to.contain('secret');
    await rm(join(folder(), '../beside.txt'));
  });

  it('are read only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await get('/', {}, method);
      expect(answer.status, method).to.equal(405);
      expect(answer.headers.get('allow')).to.equal('GET, HEAD');
    }
    expect(await (await get('/', {}, 'HEAD')).text()).to.equal('');
  });

  it('are those of a new build as soon as it is there', async () => {
    await get('/');
    await build({ 'assets/b-2.js': 'new', 'index.html': `${PAGE}new` });
    await utimes(join(folder(), 'index.html'), new Date(), new Date(Date.now() + 5_000));
    expect(await (await get('/')).text()).to.contain('</head>new');
    expect(await (await get('/assets/b-2.js')).text()).to.equal('new');
  });
});

describe('a console that is not built', () => {
  const folder = temporaryFolder();

  for (const [state, words] of [
    ['building', /is being built/],
    ['failed', /could not be built[^]*node infra\/build-console\.mjs/],
    ['packages-missing', /npm ci --include=dev/],
    ['idle', /node infra\/build-console\.mjs/],
  ] as const)
    it(`says so, and loads itself again: ${state}`, async () => {
      const files = pageFiles({ folder: folder(), publicPath: '/console', headers: pageHeaders([]) });
      const open = await openTestConsole({ files, buildState: () => state });
      const answer = await open.call('/console/deposits');
      expect(answer.status).to.equal(503);
      expect(answer.headers.get('retry-after')).to.equal('2');
      const text = await answer.text();
      expect(text).to.match(words).and.to.contain('http-equiv="refresh"').and.not.to.contain('<script');
      await open.close();
    });
});
