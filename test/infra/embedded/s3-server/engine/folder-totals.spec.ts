import { join } from 'node:path';
import { expect } from 'chai';
import { closeDatabase, openDatabase } from '../../../../../infra/embedded/sqlite.js';
import { engineByteStore } from '../../../../../infra/embedded/byte-store.js';
import { temporaryEngine, type TemporaryEngine } from '../../../../support/s3/temporary-engine.js';
import { openEngineIn } from '../../../../support/s3/open-engine-in.js';

describe('the totals of folders that the engine keeps', () => {
  let temporary: TemporaryEngine;
  const put = (key: string, text: string) =>
    engineByteStore(temporary.engine).put({ bucket: 'workspace', key }, Buffer.from(text));
  const of = (...folders: string[]) => temporary.engine.totals('workspace', folders);

  beforeEach(async () => {
    temporary = await temporaryEngine();
    await put('deposits/a/objects/one', '12345');
    await put('deposits/a/objects/two', '123');
    await put('deposits/b/three', '1234567');
    await put('loose', '1');
  });

  afterEach(() => temporary.close());

  it('count files and bytes of a folder at any depth, and of several together', async () => {
    expect(await of('deposits/')).to.deep.equal({ files: 3, bytes: 15 });
    expect(await of('deposits/a/')).to.deep.equal({ files: 2, bytes: 8 });
    expect(await of('deposits/a/', 'deposits/b/', 'deposits/c/')).to.deep.equal({ files: 3, bytes: 15 });
    expect(await of('deposits/c/')).to.deep.equal({ files: 0, bytes: 0 });
  });

  it('follow what is replaced and deleted', async () => {
    await put('deposits/a/objects/one', '1234567890');
    expect(await of('deposits/a/')).to.deep.equal({ files: 2, bytes: 13 });
    await temporary.engine.delete('workspace', ['deposits/a/objects/one', 'deposits/a/objects/none']);
    expect(await of('deposits/a/')).to.deep.equal({ files: 1, bytes: 3 });
    await temporary.engine.delete('workspace', ['deposits/a/objects/two']);
    expect(await of('deposits/a/')).to.deep.equal({ files: 0, bytes: 0 });
    expect(await of('deposits/')).to.deep.equal({ files: 1, bytes: 7 });
  });

  it('are those of another bucket no more than its own', async () => {
    expect(await temporary.engine.totals('repository', ['deposits/'])).to.deep.equal({ files: 0, bytes: 0 });
  });

  it('are kept, and counted once in an index that has none yet', async () => {
    await temporary.reopen();
    expect(await of('deposits/')).to.deep.equal({ files: 3, bytes: 15 });
    await temporary.engine.close();
    const database = openDatabase(join(temporary.folder, 'objects.sqlite'));
    database.exec('DROP TABLE folder_totals');
    closeDatabase(database);
    const engine = await openEngineIn(temporary.folder);
    try {
      expect(await engine.totals('workspace', ['deposits/'])).to.deep.equal({ files: 3, bytes: 15 });
      expect(await engine.totals('workspace', ['deposits/b/'])).to.deep.equal({ files: 1, bytes: 7 });
    } finally {
      await engine.close();
    }
  });
});
