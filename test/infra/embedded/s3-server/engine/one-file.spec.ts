import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { readWhole } from '../../../../../formats/read-whole.js';
import { engineByteStore } from '../../../../../infra/embedded/byte-store.js';
import { nodeFiles, type Files } from '../../../../../infra/embedded/file-system/files.js';
import { until } from '../../../../support/scheduling/until.js';
import { temporaryEngine } from '../../../../support/s3/temporary-engine.js';
import { openedForEach } from '../../../../support/platform/opened.js';

const MANY = 20;

describe('many readers of one file', () => {
  const temporary = openedForEach(temporaryEngine);

  for (const bucket of ['workspace', 'repository']) {
    const at = { bucket, key: 'a/hot' };

    it(`of the ${bucket} do not wait for one another`, async () => {
      await engineByteStore(temporary.engine).put(at, Buffer.from('x'));
      let begun = 0;
      let letGo = (): void => undefined;
      const held = new Promise<void>((resolve) => (letGo = resolve));
      const wait = async (): Promise<void> => {
        begun += 1;
        await held;
      };
      const files: Files = {
        ...nodeFiles,
        open: async (path) => {
          const file = await nodeFiles.open(path);
          await wait();
          return file;
        },
      };
      const store = engineByteStore(await temporary.reopen(files));
      const reads = Array.from({ length: MANY }, () => readWhole(store, at));
      await until(`${MANY} have it open`, () => begun === MANY).finally(letGo);
      await Promise.all(reads);
    });
  }

  it('that others have written to have it digested once for all of them', async () => {
    const at = { bucket: 'repository', key: 'foreign' };
    await writeFile(join(temporary.folder, 'ocfl/foreign'), Buffer.alloc(1_000, 1));
    let reads = 0;
    const files: Files = {
      ...nodeFiles,
      open: async (path) => {
        const file = await nodeFiles.open(path);
        const read: NonNullable<typeof file>['read'] = (buffer, position) => {
          reads += 1;
          return file!.read(buffer, position);
        };
        return file && { ...file, read };
      },
    };
    const store = engineByteStore(await temporary.reopen(files));
    const infos = await Promise.all(Array.from({ length: MANY }, () => store.head(at)));
    expect(new Set(infos.map((info) => info?.etag)).size).to.equal(1);
    expect(reads).to.equal(1);
  });
});
