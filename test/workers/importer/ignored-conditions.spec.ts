import { expect } from 'chai';
import { inventoryKey, sidecarKey } from '../../../formats/ocfl/object-place.js';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import { readWhole } from '../../../formats/read-whole.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { importOnce, outcomeOf, settle } from '../support/import-once.js';
import { openRepository } from '../support/repository.js';
import { openedOnce } from '../../support/platform/opened.js';

/** A store that ignores conditions, and lets someone else write once after a put of a key. */
const ignoringConditions = (bytes: ObjectStore, key: string, lateWriter: () => Promise<void>): ObjectStore => {
  let late: (() => Promise<void>) | null = lateWriter;
  return {
    ...bytes,
    keepsConditions: false,
    async put(at, body, options) {
      const stored = await bytes.put(at, body, options);
      const write = at.key === key ? late : null;
      if (write !== null) late = null;
      await write?.();
      return stored;
    },
  };
};

describe('an import on a store that ignores conditions', () => {
  const repository = openedOnce(openRepository);

  const importOf = async (path: string, file: string, bytes: ObjectStore): Promise<number | string> => {
    const task = await repository.submit(path, [await repository.put('add-binary', file, file)]);
    await importOnce(repository.over({ bytes }), task);
    await settle(repository.dependencies, task);
    return outcomeOf(repository.dependencies, task);
  };

  for (const which of ['inventory', 'sidecar'] as const) {
    it(`puts its root ${which} again when a late writer has put back an older one`, async () => {
      const path = `letters/${which}`;
      const root = objectRoot(ocflId(path), 'root/');
      const [inventory, sidecar] = [inventoryKey(root, null), sidecarKey(root, null)];
      const at = { bucket: 'repository', key: which === 'inventory' ? inventory : sidecar };
      expect(await importOf(path, 'a', repository.bytes)).to.equal(1);
      const old = await readWhole(repository.bytes, at);
      const bytes = ignoringConditions(repository.bytes, sidecar, async () => {
        await repository.bytes.put(at, old.bytes);
      });
      expect(await importOf(path, 'b', bytes)).to.equal(2);
      const stored = await repository.stored();
      expect(stored.get(inventory)).to.equal(stored.get(inventoryKey(root, 'v2')));
      expect(stored.get(sidecar)).to.equal(stored.get(sidecarKey(root, 'v2')));
    });
  }

  it('agrees on what was found at its origins', async () => {
    const { origin, ...open } = await repository.put('add-binary', 'a', 'alpha');
    const { bucket, key } = origin!;
    const task = await repository.submit('letters/origins', [{ ...open, origin: { bucket, key } }]);
    await importOnce(repository.over({ bytes: { ...repository.bytes, keepsConditions: false } }), task);
    await settle(repository.dependencies, task);
    expect(await outcomeOf(repository.dependencies, task)).to.equal(1);
  });
});
