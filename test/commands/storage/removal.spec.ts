import { expect } from 'chai';
import { provenDebris } from '../../../commands/storage/proven-debris.js';
import { openRemoval } from '../../../commands/storage/removal.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { memoryBytes } from '../../support/s3/memory-bytes.js';
import { keysIn } from '../../support/s3/keys-in.js';

const places = {
  workspaceBucket: 'workspace',
  exports: [],
  repository: { bucket: 'repository', prefix: '' },
  staging: { bucket: 'staging', prefix: 'p/' },
};
const evidence = { jobId: 'j1', version: 2, folder: 'v2/content' };

describe('what may be deleted', () => {
  let store: ObjectStore;
  const keysOf = async (bucket: string): Promise<string[]> => {
    return keysIn(store, bucket);
  };
  beforeEach(async () => {
    ({ store } = memoryBytes(['workspace', 'repository', 'staging']));
    for (const [bucket, key] of [
      ['workspace', 'deposits/d1/a'],
      ['workspace', 'deposits/d2/a'],
      ['repository', 'deposits/d1/a'],
      ['repository', 'v2/content/a'],
      ['staging', 'p/imports/j1/inventory.json'],
      ['staging', 'p/other/a'],
    ] as const)
      await store.put({ bucket, key }, Buffer.from(key));
  });
  const refused = async (deletion: Promise<void>): Promise<void> => {
    const before = await Promise.all(['workspace', 'repository', 'staging'].map(keysOf));
    expect(await deletion.catch(String)).to.match(/nothing was deleted$/);
    expect(await Promise.all(['workspace', 'repository', 'staging'].map(keysOf))).to.deep.equal(before);
  };

  it('of a workspace are keys below its prefix, and none of another', async () => {
    const { workspaces } = openRemoval(store, places);
    const place = { bucket: 'workspace', prefix: 'deposits/d1/' };
    await refused(workspaces.delete(place, ['deposits/d1/a', 'deposits/d2/a']));
    await refused(workspaces.endUploads(place, [{ bucket: 'workspace', key: 'deposits/d2/a', uploadId: 'u' }]));
    await workspaces.delete(place, ['deposits/d1/a']);
    expect(await keysOf('workspace')).to.deep.equal(['deposits/d2/a']);
  });

  for (const prefix of ['', 'deposits/', '/deposits/d1/', 'deposits/d1', 'deposits/d1/objects/'])
    it(`is nothing at '${prefix}', which is no workspace`, () =>
      refused(openRemoval(store, places).workspaces.delete({ bucket: 'workspace', prefix }, [`${prefix}a`])));

  it('is nothing of the repository, though a fact claims that a workspace is there', () =>
    refused(
      openRemoval(store, places).workspaces.delete({ bucket: 'repository', prefix: 'deposits/d1/' }, ['deposits/d1/a']),
    ));

  it('of the staging bucket is limited to the folders of the platform', async () => {
    const { staging } = openRemoval(store, places);
    await refused(staging.delete(['p/imports/j1/inventory.json', 'p/other/a']));
    await staging.delete(['p/imports/j1/inventory.json']);
    expect(await keysOf('staging')).to.deep.equal(['p/other/a']);
  });

  it('of the repository is what was proven, and nothing that looks like it', async () => {
    const { repository } = openRemoval(store, places);
    const debris = provenDebris('v2/content/a', evidence);
    await refused(repository.delete([debris, { ...debris }]));
    await refused(repository.endUploads([{ ...debris, upload: { bucket: 'repository', key: 'a', uploadId: 'u' } }]));
    await repository.delete([debris]);
    expect(await keysOf('repository')).to.deep.equal(['deposits/d1/a']);
  });
});
