import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { openS3ByteStore } from '../../infra/s3/byte-store.js';
import { callOn, type Call } from '../support/http/call-on.js';
import { exampleProxies, placeOf, type ExampleProxy, type Routes } from '../support/http/example-proxies.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/scheduling/until.js';
import { spawnWithLog } from '../support/spawn-with-log.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';

interface Opened {
  readonly id: string;
  readonly files: string;
  readonly metsETag: string;
}

/** Paths that a proxy is not to decode or shorten. */
const PATHS = ['/repository/a%2Fb', '/repository/a%20b', '/repository/a//b', '/agents/%C3%A4', '/repository/a%252Fb'];

const at = (port: number): string => `http://127.0.0.1:${port}`;
const portOf = (address: string): number => Number(new URL(address).port);

describe('the page on proxies, with the programs that it names', () => {
  const folder = temporaryFolder();

  /** Does something with a platform behind a proxy. */
  const behind = async (
    proxy: ExampleProxy,
    compresses: boolean,
    work: (platform: TestPlatform, routes: Routes, call: Call) => Promise<void>,
  ): Promise<void> => {
    const [archive, storage, files] = [await freePort(), await freePort(), await freePort()];
    const platform = await startTestPlatform({
      data: join(folder(), 'data'),
      environment: {
        MUNIMENT_PRESERVATION_URL: at(archive),
        MUNIMENT_STORAGE_URL: at(storage),
        MUNIMENT_S3_PUBLIC_URL: at(files),
      },
    });
    const { ready } = platform;
    const routes = {
      archive: { listen: archive, to: portOf(ready.preservation) },
      storage: { listen: storage, to: portOf(ready.storage) },
      files: { listen: files, to: portOf(ready.s3.endpoint) },
    };
    const file = join(folder(), 'proxy.conf');
    writeFileSync(file, proxy.file(routes, folder(), compresses));
    const [command, words] = [proxy.program, proxy.words(file, folder())];
    const child = spawnWithLog({ command, words, env: process.env, log: join(folder(), 'proxy.log') });
    try {
      await until('the proxy answers', async () => (await fetch(`${at(archive)}/health`)).ok);
      await work(platform, routes, callOn(at(archive)));
    } finally {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      await platform.remove();
    }
  };

  const sameAnswers = async (preservation: string, through: string): Promise<void> => {
    for (const path of PATHS) {
      const [own, passed] = await Promise.all([fetch(preservation + path), fetch(through + path)]);
      expect(passed.status, path).to.equal(own.status);
      expect(await passed.text(), path).to.equal(await own.text());
    }
  };

  for (const [name, proxy] of Object.entries(exampleProxies)) {
    it(`passes on deposits, edits and files of any size: ${name}`, async function () {
      if (placeOf(proxy.program) === null) this.skip();
      await behind(proxy, false, async ({ ready }, { archive, files }, call) => {
        const { body } = await call<Opened>('POST', '/deposits', { template: 'RootLevel' });
        const { accessKeyId, secretAccessKey, region, workspaceBucket } = ready.s3;
        const credentials = { accessKeyId, secretAccessKey };
        const s3 = openS3ByteStore({ endpoint: at(files.listen), region, credentials, forcePathStyle: true });
        const content = Buffer.alloc(3_000_000, 'proxy');
        const key = `${new URL(body.files).pathname.slice(1)}objects/ä b+c.bin`;
        await s3.put({ bucket: workspaceBucket, key }, content);
        const { stream } = await s3.get({ bucket: workspaceBucket, key });
        expect(content.equals(await buffer(stream))).to.equal(true);
        s3.close();
        const path = new URL(body.id).pathname;
        const read = await call('GET', `${path}/mets`, undefined, { 'accept-encoding': 'gzip, br' });
        const etag = read.headers.get('etag') ?? '';
        expect(etag).to.equal((await call<Opened>('GET', path)).body.metsETag);
        const added = await call('POST', `${path}/mets`, ['objects/ä b+c.bin'], { 'if-match': etag });
        expect(added.status, JSON.stringify(added.body)).to.equal(200);
        await sameAnswers(ready.preservation, at(archive.listen));
      });
    });

    it(`names compression as the cause where an edit has the ETag of a compressed METS: ${name}`, async function () {
      if (placeOf(proxy.program) === null) this.skip();
      await behind(proxy, true, async (_platform, _routes, call) => {
        const { body } = await call<Opened>('POST', '/deposits', { template: 'RootLevel' });
        const path = new URL(body.id).pathname;
        const read = await call('GET', `${path}/mets`, undefined, { 'accept-encoding': 'gzip' });
        const [etag, own] = [read.headers.get('etag') ?? '', (await call<Opened>('GET', path)).body.metsETag];
        expect(read.headers.get('content-encoding')).to.equal('gzip');
        const edited = await call<{ advice?: string }>('POST', `${path}/mets`, [], { 'if-match': etag });
        if (etag === own) return; // a proxy that leaves the ETag alone does no harm
        expect(edited.status).to.equal(409);
        expect(edited.body.advice).to.contain(`A proxy on the way has compressed`).and.to.contain(own);
      });
    });
  }
});
