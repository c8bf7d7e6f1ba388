import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { readWhole } from '../../../../../formats/read-whole.js';
import { engineByteStore } from '../../../../../infra/embedded/byte-store.js';
import type { StagedBytes } from '../../../../../infra/embedded/s3-server/s3-server.js';
import { temporaryEngine } from '../../../../support/s3/temporary-engine.js';
import { openedForEach } from '../../../../support/platform/opened.js';

const NUMBERS = Array.from({ length: 60 }, (_, number) => number);
const OPTIONS = { attributes: { contentType: null, headers: {}, metadata: {} }, keep: ['SHA256'] } as const;

describe('many bodies that are staged at a time', () => {
  const temporary = openedForEach(temporaryEngine);
  let staged: readonly StagedBytes[];
  const bytes = (number: number): string => `${number},`.repeat(number);
  beforeEach(async () => {
    staged = await Promise.all(
      NUMBERS.map((number) => temporary.engine.stage('workspace', Readable.from([Buffer.from(bytes(number))]), [])),
    );
  });

  const filesBelow = async (name: string): Promise<number> =>
    (await readdir(join(temporary.folder, name), { recursive: true, withFileTypes: true })).filter((each) =>
      each.isFile(),
    ).length;
  const commit = (number: number, bucket: string) =>
    temporary.engine.commit(staged[number]!, { bucket, key: `d/${number}` }, OPTIONS);
  const held = async (number: number, bucket: string): Promise<string> =>
    (await readWhole(engineByteStore(temporary.engine), { bucket, key: `d/${number}` })).bytes.toString();

  it('become objects, or leave nothing behind when they are discarded', async () => {
    await Promise.all(
      NUMBERS.map(async (number) => {
        if (number % 2 === 0) await commit(number, 'workspace');
        else await staged[number]?.discard();
      }),
    );
    expect(await filesBelow('objects')).to.equal(NUMBERS.length / 2);
    await temporary.reopen();
    expect(await filesBelow('objects')).to.equal(NUMBERS.length / 2);
    for (const number of NUMBERS.filter((each) => each % 2 === 0))
      expect(await held(number, 'workspace')).to.equal(bytes(number));
  });

  it('leave nothing behind when a condition refuses them', async () => {
    const at = { bucket: 'workspace', key: 'd/0' };
    await commit(0, 'workspace');
    const refused = await Promise.allSettled(
      NUMBERS.slice(1).map((number) => temporary.engine.commit(staged[number]!, at, { ...OPTIONS, onlyIf: 'absent' })),
    );
    for (const result of refused) expect(result).to.have.nested.property('reason.code', 'precondition-failed');
    expect(await filesBelow('objects')).to.equal(1);
  });

  it('may become objects of a bucket of plain files', async () => {
    await Promise.all(NUMBERS.map((number) => commit(number, 'repository')));
    expect([await filesBelow('objects'), await filesBelow('tmp')]).to.deep.equal([0, 0]);
    await temporary.reopen();
    for (const number of NUMBERS) expect(await held(number, 'repository')).to.equal(bytes(number));
  });

  it('are gone with the next process where nobody said what becomes of them', async () => {
    await commit(7, 'workspace');
    await temporary.reopen();
    expect([await filesBelow('objects'), await filesBelow('tmp')]).to.deep.equal([1, 0]);
    expect(await held(7, 'workspace')).to.equal(bytes(7));
  });
});
