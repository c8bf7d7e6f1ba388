import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../support/browser/chromium.js';
import { sha256Of } from '../support/sha256.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';

/** Functions of the page under test: JSON to the service, and digests of bytes. */
const FUNCTIONS = `
  const json = async (method, uri, body) => {
    const answer = await fetch(uri, {
      method, body: body && JSON.stringify(body), headers: body && { 'content-type': 'application/json' },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(answer.status + ' ' + text);
    return text === '' ? null : JSON.parse(text);
  };
  const sha256 = async (bytes) =>
    Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const uploaded = async (deposit, path, bytes, partSize) => {
    const begun = await json('POST', deposit + '/uploads', { path, size: bytes.length, contentType: 'video/webm' });
    const { pathname, search } = new URL(begun.id);
    const id = pathname + search;
    const cut = (number) => bytes.slice((number - 1) * partSize, number * partSize);
    const parts = [];
    for (let number = 1; (number - 1) * partSize < bytes.length; number++)
      parts.push({ number, sha256: await sha256(cut(number)) });
    const signed = (await json('POST', id, { parts })).parts;
    for (const { number, url, headers } of signed) {
      const answer = await fetch(url, { method: 'PUT', headers, body: cut(number) });
      if (!answer.ok) throw new Error(answer.status + ' ' + (await answer.text()));
      parts[number - 1].etag = answer.headers.get('etag');
    }
    return json('PUT', id, { sha256: await sha256(bytes), parts });
  };
`;

describe('uploads by a page, in Chromium', () => {
  let browser: Browser | null = null;
  let platform: TestPlatform | null = null;
  let elsewhere: Server | null = null;
  before(async function () {
    browser = await openChromium();
    if (browser === null) this.skip();
    platform = await startTestPlatform();
  });
  after(async () => {
    await browser?.close();
    elsewhere?.close();
    await platform?.remove();
  });

  const preservation = (): string => platform?.ready.preservation ?? '';

  /** A page of an origin on this computer, which browsers tell from one of the network, and a deposit. */
  const opened = async (uri: string): Promise<{ readonly page: Page; readonly deposit: string }> => {
    const page = await browser!.newPage({ bypassCSP: true });
    await page.goto(uri);
    const { body } = await platform!.call<{ id: string }>('POST', '/deposits', { template: 'RootLevel' });
    return { page, deposit: body.id };
  };

  /** What a page does: a small file, a large one in parts, and a range of that read back. */
  const work = (deposit: string): string => `(async () => {${FUNCTIONS}
    const bytes = new Uint8Array(5 * 1024 * 1024 + 3).fill(7);
    const small = bytes.slice(0, 5);
    const files = [{ path: 'objects/a #1 100% 😀 e\\u0301.txt', sha256: await sha256(small) }];
    const { uploads: [{ url, headers }] } = await json('POST', '${deposit}/credentials', { files });
    const put = await fetch(url, { method: 'PUT', headers: { ...headers, 'content-type': 'text/plain' }, body: small });
    const large = await uploaded('${deposit}', 'objects/film.webm', bytes, 5 * 1024 * 1024);
    const download = await json('GET', '${deposit}/download?path=objects%2Ffilm.webm');
    const part = await fetch(download.url, { headers: { range: 'bytes=0-2' } });
    return { put: put.status, large, part: part.status, read: Array.from(new Uint8Array(await part.arrayBuffer())) };
  })()`;

  for (const host of ['127.0.0.1', 'localhost'])
    it(`go straight to the store from a page of the service at ${host}, small files and large ones in parts`, async () => {
      const { page, deposit } = await opened(`${preservation().replace('127.0.0.1', host)}/docs`);
      const found = await page.evaluate<Readonly<Record<string, unknown>>>(work(new URL(deposit).pathname));
      expect(found).to.deep.include({ put: 200, part: 206, read: [7, 7, 7] });
      expect(found['large']).to.include({ path: 'objects/film.webm', size: 5 * 1024 ** 2 + 3, verified: true });
    });

  it('are refused by the browser for pages of any other origin', async () => {
    elsewhere = createServer((_request, response) => response.end());
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
    const { page, deposit } = await opened(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    const { body } = await platform!.call<{ uploads: { url: string; headers: object }[] }>(
      'POST',
      `${deposit}/credentials`,
      { files: [{ path: 'objects/a', sha256: sha256Of('a') }] },
    );
    const [{ url, headers } = { url: '', headers: {} }] = body.uploads;
    const sent = `fetch('${url}', { method: 'PUT', headers: ${JSON.stringify(headers)}, body: 'a' })`;
    expect(await page.evaluate<string>(`${sent}.then(({ status }) => String(status), String)`)).to.match(
      /Failed to fetch/,
    );
  });
});
