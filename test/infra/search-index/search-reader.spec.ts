import { join } from 'node:path';
import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import { openSearchReader } from '../../../infra/search-index/reading/search-reader.js';
import { openForReading, openForWriting } from '../../../infra/search-index/tables/schema.js';
import { openIndexWriter } from '../../../infra/search-index/writing/index-writer.js';
import { textOf } from '../../contracts/substring-index.contract.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('the reader of a search index', () => {
  const folder = temporaryFolder();

  it('gives a search up where its time is over, and answers the next one', () => {
    const path = join(folder(), 'index.sqlite');
    const database = openForWriting(path)!;
    const change = openIndexWriter(database).begin('00000000000000000001' as Position)!;
    change.write({ put: [textOf('objects/a'), textOf('objects/b', 1)], remove: [] });
    change.commit();
    const reading = openForReading(path);
    const search = openSearchReader(reading, 1);
    const order = { page: 0, pageSize: 1 };
    for (const needle of ['objects/', 'o']) {
      expect(() => search({ ...order, needle, withinMs: -1 }))
        .to.throw()
        .with.property('code', 'search-timeout');
      const { total, entries } = search({ ...order, needle, withinMs: 600_000 });
      expect([total, entries]).to.deep.equal([2, [textOf('objects/b', 1)]]);
    }
    reading.close();
    database.close();
  });
});
