import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { findCommand } from '../../infra/tools/process/find-command.js';
import { placeOf } from '../journeys/journey-platform.js';
import { presigned } from '../support/s3/sigv4-signer.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';

interface Deposit {
  readonly id: string;
  readonly files: string;
  readonly metsETag: string;
}

const MARK = 'the-script-ran';
const SCRIPT = `document.documentElement.setAttribute('class', ['the','script','ran'].join('-'))`;
const FILES: Readonly<Record<string, readonly [contentType: string, text: string]>> = {
  'objects/page.html': ['text/html', `<!doctype html><p>read me</p><script>${SCRIPT}</script>`],
  'objects/drawing.svg': [
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg"><text>read me</text><script>${SCRIPT}</script></svg>`,
  ],
  'metadata/brunnhilde/report.html': ['text/html', `<!doctype html><p>read me</p><script>${SCRIPT}</script>`],
};

describe('scripts in the files of a deposit, in Chromium', () => {
  let chromium = '';
  const folder = temporaryFolder();
  let platform: TestPlatform;
  let opened: { readonly deposit: Deposit; readonly group: string };
  before(async function () {
    chromium = findCommand('chromium', process.env['PATH'] ?? '') ?? '';
    if (chromium === '') this.skip();
    platform = await startTestPlatform();
    opened = await preserved();
  });
  after(async () => {
    if (chromium !== '') await platform.remove();
  });

  /** A deposit with these files, and a METS that has a script too, imported into a group. */
  const preserved = async (): Promise<typeof opened> => {
    const { call, s3, ready } = platform;
    await call('PUT', '/repository/box');
    const group = `${ready.preservation}/repository/box/group`;
    const posted = { template: 'RootLevel', archivalGroup: group, archivalGroupName: 'A group' };
    const { body: deposit } = await call<Deposit>('POST', '/deposits', posted);
    const { bucket, root } = placeOf(deposit.files);
    const put = (path: string, [contentType, content]: readonly [string, string]) =>
      s3.put({ bucket, key: `${root}${path}` }, Buffer.from(content), { contentType });
    for (const [path, file] of Object.entries(FILES)) await put(path, file);
    const { metsETag } = (await call<Deposit>('GET', deposit.id)).body;
    const described = await call('POST', `${deposit.id}/mets`, Object.keys(FILES), { 'if-match': metsETag });
    expect(described.status).to.equal(200);
    const mets = await (await fetch(`${deposit.id}/mets`)).text();
    const withScript = mets.replace(
      /(<mets:mets[^>]*>)/,
      `$1<script xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</script>`,
    );
    expect(withScript).to.include(SCRIPT);
    await put('mets.xml', ['application/xml', withScript]);
    const job = { id: `${deposit.id}/importjobs/diff` };
    const { status, body } = await call<{ id: string }>('POST', `${deposit.id}/importjobs`, job);
    expect(status).to.equal(201);
    await platform.settle();
    expect((await call('GET', body.id)).body).to.deep.include({ status: 'completed' });
    return { deposit, group };
  };

  /** The document that the browser has after it opened an address. */
  const shown = async (address: string): Promise<string> => {
    const own = [`--user-data-dir=${join(folder(), 'profile')}`, '--virtual-time-budget=5000', '--dump-dom'];
    const quiet = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
    ];
    return (await promisify(execFile)(chromium, [...quiet, ...own, address], { maxBuffer: 2 ** 26 })).stdout;
  };

  const presignedAddress = (path: string): string => {
    const { endpoint, region, accessKeyId, secretAccessKey } = platform.ready.s3;
    const { bucket, root } = placeOf(opened.deposit.files);
    const at = { method: 'GET', path: `/${bucket}/${root}${path}`, host: new URL(endpoint).host };
    return endpoint + presigned({ region, accessKeyId, secretAccessKey }, at);
  };

  it('run where a server sends the same files without protection', async () => {
    const server = createServer((_, response) => {
      const [type = '', content] = FILES['objects/drawing.svg'] ?? [];
      response.writeHead(200, { 'content-type': type }).end(content);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      expect(await shown(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).to.include(MARK);
    } finally {
      server.close();
    }
  });

  for (const path of Object.keys(FILES))
    it(`do not run from ${path} as content of the repository, nor from a presigned URL`, async () => {
      const content = `${platform.ready.storage}/content/box/group/${path}`;
      for (const address of [content, `${content}?version=v1`, presignedAddress(path)]) {
        const document = await shown(address);
        expect(document, address).to.include('read me');
        expect(document, address).not.to.include(`"${MARK}"`);
      }
    });

  it('do not run from the METS of a deposit or a group', async () => {
    for (const address of [`${opened.deposit.id}/mets`, `${opened.group}?view=mets`]) {
      const document = await shown(address);
      expect(document, address).to.include('mets');
      expect(document, address).not.to.include(`"${MARK}"`);
    }
  });

  it('leave the page of the interface as it is, which runs its own', async () => {
    for (const base of [platform.ready.preservation, platform.ready.storage])
      expect(await shown(`${base}/docs`)).to.include('operations-tag');
  });
});
