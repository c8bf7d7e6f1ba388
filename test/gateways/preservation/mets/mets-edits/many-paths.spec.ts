import { readObjects } from '../../../../../commands/workspace/view-workspace.js';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { stub } from 'sinon';
import { addToMets } from '../../../../../commands/mets-edits/add-to-mets.js';
import { deleteFromMets } from '../../../../../commands/mets-edits/delete-from-mets.js';
import { wantedItems } from '../../../../../commands/mets-edits/delete-selection.js';
import { recordingOf } from '../../../../../commands/mets-edits/recording.js';
import type { Dependencies } from '../../../../../commands/core/dependencies.js';
import { computedOf, keepComputed } from '../../../../../commands/workspace/digests/computed-digests.js';
import type { ListedObject, ObjectInfo } from '../../../../../formats/bytes.js';
import { workInline } from '../../../../../formats/mets/mets-work.js';
import { etagOf, newDeposit } from '../../../conversation.js';
import { liveServices } from '../../../live-services.js';
import { intentOf } from '../../../../support/command-bench.js';
import { memoryBytes } from '../../../../support/s3/memory-bytes.js';
import { turnsOfOthers } from '../../../../support/scheduling/turns-of-others.js';
import { runInSlices } from '../../../../../flow/run-in-slices.js';

const MANY = 10_000;
const paths = Array.from({ length: MANY }, (_, index) => `objects/f${index % 7}/${index}`);
const info = (key: string): ObjectInfo => ({
  bucket: 'workspace',
  key,
  size: 1,
  etag: '"e"',
  sha256: 'ab'.repeat(32),
  contentType: null,
  metadata: {},
  lastModified: new Date(0),
});

describe('very many paths', () => {
  const live = liveServices();

  /** A store that has the answer at once, which leaves nobody else a turn. */
  const prompt = (): { readonly dependencies: Dependencies; readonly restore: () => void } => {
    const head = stub(live.bytes, 'head').callsFake((at) =>
      /\/objects\/f\d\//.test(at.key) ? Promise.resolve(info(at.key)) : head.wrappedMethod.call(live.bytes, at),
    );
    return { dependencies: { ...live.dependencies, mets: workInline }, restore: () => head.restore() };
  };

  it('are added to a METS and deleted again while others have their turn', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    const request = async () => ({ depositId: deposit.id, ifMatch: await etagOf(deposit) });
    const { dependencies, restore } = prompt();
    try {
      const add = addToMets(dependencies, intentOf('dev'), { ...(await request()), paths, computing: null });
      expect(await turnsOfOthers(add)).to.be.at.least(MANY / 100);
      const added = await add;
      expect(added.ok && added.value.items.length).to.equal(MANY + 8);
      const items = paths.map((path) => ({ path, isDir: false }));
      const flags = { deleteFromMets: true, deleteFromDepositFiles: true, deleteFromRoot: false, continueIfFail: [] };
      const selection = { ...flags, items };
      const remove = deleteFromMets(dependencies, intentOf('dev'), { ...(await request()), selection });
      expect(await turnsOfOthers(remove)).to.be.at.least(MANY / 100);
      const removed = await remove;
      expect(removed.ok && removed.value.length).to.equal(MANY);
    } finally {
      restore();
    }
  });

  it('are looked for below folders that are to be deleted, in turns that all folders share', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    const boxes = paths.slice(0, 100).map((_path, index) => `objects/box ${index}`);
    let turns = 0;
    const given: number[] = [];
    const within = async function* (bucket: string, prefix: string): AsyncGenerator<ListedObject> {
      for (const path of paths.slice(0, 100))
        yield await Promise.resolve({ ...info(`${prefix}${path}/`), bucket, size: 0 });
      given.push(turns);
    };
    const listing = stub(live.bytes, 'list').callsFake((bucket, prefix) =>
      prefix.includes('/objects/box ')
        ? within(bucket, prefix)
        : listing.wrappedMethod.call(live.bytes, bucket, prefix),
    );
    try {
      const items = boxes.map((path) => ({ path, isDir: true }));
      const flags = { deleteFromMets: true, deleteFromDepositFiles: true, deleteFromRoot: false };
      const selection = { ...flags, items, continueIfFail: boxes };
      const request = { depositId: deposit.id, ifMatch: await etagOf(deposit), selection };
      const remove = deleteFromMets({ ...live.dependencies, mets: workInline }, intentOf('dev'), request);
      await turnsOfOthers(remove, () => {
        turns += 1;
      });
      expect(new Set(given)).to.have.lengthOf.at.least(boxes.length - 1);
      const removed = await remove;
      expect(removed.ok && removed.value.map(({ where }) => where)).to.deep.equal(boxes.map(() => 'Neither'));
    } finally {
      listing.restore();
    }
  });

  it('are looked up concurrently in a distant store', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    const few = paths.slice(0, 100);
    let [asked, most] = [0, 0];
    const head = stub(live.bytes, 'head').callsFake(async (at) => {
      if (!/\/objects\/f\d\//.test(at.key)) return head.wrappedMethod.call(live.bytes, at);
      most = Math.max(most, ++asked);
      await setImmediate();
      asked -= 1;
      return info(at.key);
    });
    try {
      const items = few.map((path) => ({ path, isDir: false }));
      const flags = { deleteFromMets: true, deleteFromDepositFiles: true, deleteFromRoot: false };
      const selection = { ...flags, items, continueIfFail: [] };
      const request = { depositId: deposit.id, ifMatch: await etagOf(deposit), selection };
      const removed = await deleteFromMets({ ...live.dependencies, mets: workInline }, intentOf('dev'), request);
      expect(removed.ok && removed.value.map(({ where }) => where)).to.deep.equal(few.map(() => 'Deposit'));
      expect(most).to.equal(32);
    } finally {
      head.restore();
    }
  });

  it('are listed in turns', async () => {
    const listed = function* (): Generator<ListedObject> {
      for (const key of paths) yield { bucket: 'workspace', key, size: 1, etag: '"e"', lastModified: new Date(0) };
    };
    const list = async function* (): AsyncGenerator<ListedObject> {
      for (const each of listed()) yield await Promise.resolve(each);
    };
    const bytes = { ...live.bytes, list, head: ({ key }: { readonly key: string }) => Promise.resolve(info(key)) };
    const reading = readObjects(bytes, { bucket: 'workspace', prefix: '' });
    expect(await turnsOfOthers(reading)).to.be.at.least(MANY / 100);
    expect(await reading).to.have.length(MANY);
  });

  it('have digests that the platform computed kept and found again in turns', async () => {
    const places = { ...live.places, staging: { bucket: 'staging', prefix: '' } };
    const store = { bytes: memoryBytes(['staging']).store, places };
    const found = paths.map((path) => ({ key: path, etag: '"e"', size: 1, sha256: 'ab'.repeat(32) }));
    const keep = keepComputed(store, 'd1', found);
    expect(await turnsOfOthers(keep)).to.be.at.least(8);
    await keep;
    const known = computedOf(store, 'd1', [...paths.map(info), { ...info('other'), size: 2 }]);
    expect(await turnsOfOthers(known)).to.be.at.least(8);
    expect([...(await known).keys()]).to.deep.equal(paths);
  });

  it('are sorted, and looked at for what is known of them, in turns', async () => {
    const found = paths.map((path) => ({
      path,
      info: { ...info(path), name: null, fileModified: null },
      isDir: false,
    }));
    const recording = runInSlices(recordingOf(found, () => []));
    expect(await turnsOfOthers(recording)).to.be.at.least(MANY / 200 - 2);
    expect((await recording).edits).to.have.length(MANY);
    const items = [{ path: 'a', isDir: true }, ...paths.map((path) => ({ path, isDir: false }))];
    const flags = { deleteFromMets: true, deleteFromDepositFiles: true, deleteFromRoot: false };
    const wanted = runInSlices(wantedItems({ ...flags, items, continueIfFail: ['a'] }, ''));
    expect(await turnsOfOthers(wanted)).to.be.at.least(8);
    expect([...(await wanted).keys()]).to.deep.equal([...paths, 'a']);
  });
});
