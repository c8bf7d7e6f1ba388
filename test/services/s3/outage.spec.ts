import { expect } from 'chai';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import { faulty } from '../../support/faults/faulty.js';
import { service } from '../../support/services.js';
import { importOnce, outcomeOf, settle } from '../../workers/support/import-once.js';
import { importsOver } from './import-over.js';
import { openOwnServer, type OwnServer } from './own-server.js';
import { plainClient, settingsOf } from '../../support/s3/s3-server.js';
import { newBuckets } from './servers.js';
import { failureOf } from '../../support/failure-of.js';

const faultOf = async (call: Promise<unknown>): Promise<unknown> => {
  const outcome = await failureOf(call);
  expect(outcome, 'a fault').to.be.instanceOf(ByteStoreFault);
  return outcome;
};

const cache = service('MUNIMENT_TEST_SERVICES_CACHE', 'the cache of installed servers');

for (const program of ['versitygw', 'minio'] as const) {
  describe(`${program} killed with SIGKILL${cache === null ? ' (no installed servers)' : ''}`, () => {
    let server: OwnServer;
    let buckets: readonly [string, string];
    let close = (): Promise<void> => Promise.resolve();
    before(async function () {
      if (cache === null) this.skip();
      server = await openOwnServer(program, cache);
      close = server.close;
      const client = plainClient(server.at);
      buckets = await newBuckets(client);
      client.destroy();
    });
    after(() => close());

    it('fails reads as unavailable and leaves the outcome of writes open, and serves again when it is back', async () => {
      const store = openS3ByteStore(settingsOf(server.at));
      const at = { bucket: buckets[0], key: 'kept' };
      const { etag, size } = await store.put(at, Buffer.from('x'), { onlyIf: 'absent' });
      await server.kill();
      const to = { ...at, key: 'other' };
      expect(await faultOf(store.head(at))).to.include({ code: 'store-unavailable', transient: true });
      expect(await faultOf(store.get(at))).to.include({ code: 'store-unavailable', transient: true });
      for (const write of [
        () => store.put(to, Buffer.from('x')),
        () => store.put(to, Buffer.from('x'), { onlyIf: 'absent' }),
        () => store.copy({ ...at, etag, size }, to),
        () => store.delete(buckets[0], [at.key]),
      ])
        expect(await faultOf(write())).to.include({ code: 'outcome-unknown', transient: true });
      await server.start();
      expect(await store.head(at)).to.include({ etag });
      await store.put(to, Buffer.from('x'), { onlyIf: 'absent' });
      store.close();
    });

    it('in the midst of an import lets it go on when the server is back', async () => {
      const store = openS3ByteStore(settingsOf(server.at));
      let copies = 0;
      let back = Promise.resolve();
      const bytes = faulty(store, async ({ method }, moment) => {
        if (method !== 'copy' || moment !== 'before') return;
        copies++;
        if (copies === 100) await server.kill();
        // More than can be under way: by now some have failed and been tried again.
        if (copies === 200) back = server.start();
      });
      const imports = await importsOver(bytes, ...buckets);
      try {
        const task = await imports.submit('letters/killed', 300);
        await importOnce(imports.dependencies, task);
        await back;
        await settle(imports.dependencies, task);
        expect(await outcomeOf(imports.dependencies, task)).to.equal(1);
        expect(copies).to.be.greaterThan(300);
      } finally {
        await imports.close();
        store.close();
      }
    });
  });
}
