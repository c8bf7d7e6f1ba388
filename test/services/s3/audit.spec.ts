import { expect } from 'chai';
import { objectPlaceOf } from '../../../commands/reads/read-group.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import { plainClient, settingsOf } from '../../support/s3/s3-server.js';
import { auditedMeanwhile, auditOf } from '../../support/oracle/audit-of.js';
import { importOnce, settle } from '../../workers/support/import-once.js';
import { importsOver } from './import-over.js';
import { newBuckets, removeBuckets, servers } from './servers.js';

for (const { name, at } of servers()) {
  describe(`auditing a repository on ${name}${at === null ? ' (no such server)' : ''}`, () => {
    it('finds nothing while imports run, and every damage after them', async function () {
      if (at === null) return this.skip();
      const client = plainClient(at);
      const buckets = await newBuckets(client);
      client.destroy();
      const store = openS3ByteStore(settingsOf(at));
      const imports = await importsOver(store, ...buckets);
      const { dependencies } = imports;
      try {
        const importAll = async (): Promise<void> => {
          for (const group of ['letters/1911', 'letters/1912', 'letters/1913']) {
            const task = await imports.submit(group, 30);
            await importOnce(dependencies, task);
            await settle(dependencies, task);
          }
        };
        const { findings } = await auditedMeanwhile(dependencies, importAll());
        expect(findings).to.deep.equal([]);
        for (const quick of [false, true]) {
          const { looked } = await auditOf(dependencies, { quick });
          expect(looked).to.have.length(3);
        }
        const { bucket, root } = objectPlaceOf(dependencies, 'letters/1912');
        await store.delete(bucket, [`${root}/v1/content/a0`]);
        await store.put({ bucket, key: `${root}/v1/content/b1` }, Buffer.from('other bytes'));
        await store.put({ bucket, key: `${root}/v1/content/extra` }, Buffer.from('x'));
        await store.put({ bucket, key: 'root/abc/stray' }, Buffer.from('x'));
        for (const quick of [false, true]) {
          const found = (await auditOf(dependencies, { quick })).findings;
          expect(found.map(({ code, group, key }) => [code, group, key])).to.have.deep.members([
            ['E072', null, 'root/abc/stray'],
            ['E092', 'letters/1912', `${root}/v1/content/a0`],
            ['E092', 'letters/1912', `${root}/v1/content/b1`],
            ['content-size', 'letters/1912', `${root}/v1/content/b1`],
            ['E023', 'letters/1912', `${root}/v1/content/extra`],
          ]);
        }
      } finally {
        await imports.close();
        store.close();
        await removeBuckets(at, buckets);
      }
    });
  });
}
