import { expect } from 'chai';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import { byteStoreRootReader } from '../../../formats/ocfl/storage-root/storage-root-reader.js';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { adoptRepository } from '../../../workers/adopter/adopt-repository.js';
import { foreignFiles } from '../../support/repository/foreign-object.js';
import { memoryBytes } from '../../support/s3/memory-bytes.js';
import { atDepth } from '../../support/random/depth.js';

const MOST = atDepth(100);

describe('adopting many objects', function () {
  for (const count of [1, MOST]) {
    it(`takes in ${count} with all their versions, and once`, async () => {
      const { store } = memoryBytes(['repository']);
      for (let number = 1; number <= count; number++) {
        const id = `info:repo/box-${number % 7}/group-${number}`;
        const versions = [
          { files: { a: `a${number}` }, created: '2020-01-01T00:00:00Z' },
          { files: { a: `a${number}`, b: `b${number}` }, created: '2021-01-01T00:00:00Z' },
        ];
        for (const [path, text] of foreignFiles({ id, versions }))
          await store.put({ bucket: 'repository', key: `${objectRoot(id)}/${path}` }, Buffer.from(text));
      }
      const events = openEventStore(':memory:', createCodec(catalogue));
      const told = { adopted: 0, known: 0, notAdopted: 0 };
      const dependencies = {
        events,
        storageRoot: byteStoreRootReader(store, 'repository'),
        places: {
          workspaceBucket: 'workspace',
          exports: [],
          repository: { bucket: 'repository', prefix: '' },
          staging: { bucket: 'staging', prefix: '' },
        },
        now: () => new Date(),
        producer: 'test',
        correlationId: 'adoption',
        verify: false,
        dryRun: false,
        report: {
          adopted: () => void (told.adopted += 1),
          known: () => void (told.known += 1),
          notAdopted: () => void (told.notAdopted += 1),
        },
      };
      await adoptRepository(dependencies);
      expect(told).to.deep.equal({ adopted: count, known: 0, notAdopted: 0 });
      const head = await events.head();
      const { versions } = await readLedger(events, `box-${count % 7}/group-${count}`);
      expect([...versions].map(({ version, jobId, totals }) => [version, jobId, totals.files])).to.deep.equal([
        [1, null, 1],
        [2, null, 2],
      ]);
      await adoptRepository(dependencies);
      expect(told).to.deep.equal({ adopted: count, known: count, notAdopted: 0 });
      expect(await events.head()).to.equal(head);
      await events.close();
    });
  }
});
