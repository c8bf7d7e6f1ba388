import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { objectPlaceOf } from '../../../commands/reads/read-group.js';
import { readVersionOfGroup } from '../../../commands/reads/read-version.js';
import { listObject } from '../../../formats/ocfl/storage-root/found-objects.js';
import { objectFiles } from '../../../formats/ocfl/storage-root/object-files.js';
import { byteStoreRootReader } from '../../../formats/ocfl/storage-root/storage-root-reader.js';
import { emptyMemory, examine } from '../../../workers/auditor/examine.js';
import { folderObject } from '../../formats/ocfl/folder-object.js';
import { openedForEach } from '../../support/platform/opened.js';
import { adoptOn } from '../../support/repository/adopt-on.js';
import { putForeignVersion } from '../../support/repository/foreign-version.js';
import { memoryBytes } from '../../support/s3/memory-bytes.js';
import { sharedDataPath } from '../../support/shared-data.js';
import { importOnce, settle } from '../support/import-once.js';
import { openRepository } from '../support/repository.js';
import { auditOf } from '../../support/oracle/audit-of.js';

const FIXTURES = ['1.0', '1.1'].flatMap((spec) =>
  ['good-objects', 'warn-objects'].flatMap((kind) => {
    const folder = sharedDataPath('ocfl-fixtures', spec, kind);
    return existsSync(folder) ? readdirSync(folder).map((name) => join(spec, kind, name)) : [];
  }),
);

describe('auditing objects that other tools wrote by the rules of OCFL', () => {
  for (const fixture of FIXTURES)
    it(`finds nothing in ${fixture}`, async () => {
      const folder = sharedDataPath('ocfl-fixtures', fixture);
      const { store } = memoryBytes(['repository']);
      for await (const { path } of folderObject(folder).entries())
        await store.put({ bucket: 'repository', key: `object/${path}` }, await readFile(join(folder, path)));
      const storageRoot = byteStoreRootReader(store, 'repository');
      const object = await listObject(storageRoot, 'object');
      const { findings } = await examine(
        { storageRoot, quick: false },
        objectFiles(storageRoot, object),
        emptyMemory(),
        { names: null },
      );
      expect(findings).to.deep.equal([]);
    });

  describe('on versions of the platform', () => {
    const repository = openedForEach(openRepository);
    const put = (key: string): Promise<unknown> =>
      repository.bytes.put({ bucket: 'repository', key }, Buffer.from('of another tool'));

    beforeEach(async () => {
      const task = await repository.submit('letters/1911', [
        await repository.put('add-binary', 'a.txt', 'one', { contentType: 'text/plain' }),
        await repository.put('add-binary', 'b.txt', 'two'),
      ]);
      await importOnce(repository.dependencies, task);
      await settle(repository.dependencies, task);
    });

    it('adopts a version with other digests, finds nothing, and shows the version before as it was', async () => {
      const { bytes, dependencies } = repository;
      const before = await readVersionOfGroup(dependencies, 'letters/1911', 1);
      await putForeignVersion(bytes, objectPlaceOf(dependencies, 'letters/1911'), ['c.txt', 'three']);
      const told = await adoptOn(dependencies, 'letters/1911');
      expect(told).to.deep.equal([{ first: 2, head: 2, leftovers: 0 }]);
      expect((await auditOf(dependencies)).findings).to.deep.equal([]);
      const { state } = await readVersionOfGroup(dependencies, 'letters/1911', 1);
      expect(state).to.deep.equal(before.state);
    });

    it('ignores logs, the files of extensions, folders beside the content, and documents in the storage root', async () => {
      const { root } = objectPlaceOf(repository.dependencies, 'letters/1911');
      for (const path of ['logs/2026/audit.log', 'extensions/0001-digest-algorithms/notes', 'v1/notes/read-me'])
        await put(`${root}/${path}`);
      for (const path of [
        'ocfl_1.1.md',
        'read me.txt',
        'extensions/0003-hash-and-id-n-tuple-storage-layout/config.json',
      ])
        await put(`root/${path}`);
      expect((await auditOf(repository.dependencies)).findings).to.deep.equal([]);
    });
  });
});
